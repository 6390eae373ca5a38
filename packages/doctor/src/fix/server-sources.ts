import type { AnyNode, CallExpression } from 'acorn'
import { keyOf, ObjectLiterals, type Edits, type Located, type ObjectLiteral } from './object-literals.ts'
import { around, type SourceFile } from './source-file.ts'

/** The definition of a tool in the sources. */
export interface ToolSource {
  /** The object with its metadata and schemas. */
  readonly definition: ObjectLiteral
  /** The function that is called; undefined where one handler serves all tools. */
  readonly handler: Located | undefined
}

/** Where the position of a function among the arguments differs from `server.registerTool`. */
const REGISTERS: Readonly<Record<string, { readonly what: 'tool' | 'resource'; readonly from: number }>> = {
  registerTool: { what: 'tool', from: 0 },
  registerAppTool: { what: 'tool', from: 1 },
  registerResource: { what: 'resource', from: 0 },
  registerAppResource: { what: 'resource', from: 1 },
}

const TOOL_MEMBERS = ['inputSchema', 'outputSchema', 'annotations', '_meta', 'description', 'meta', 'ui', 'resourceUri']

/** The definitions of a server in its sources: tools, resources, content items and results. */
export class ServerSources extends ObjectLiterals {
  tools(name: string): ToolSource[] {
    const registered = this.#calls('tool').flatMap(({ args }) => {
      const definition = this.text(args[0]) === name ? this.object(args[1]) : undefined
      return definition ? [{ definition, handler: args[2] }] : []
    })
    if (registered.length > 0) return registered
    return this.#objects()
      .filter((object) => this.text(this.value(object, 'name')) === name)
      .filter((object) => TOOL_MEMBERS.some((member) => this.property(object, member)))
      .map((definition) => ({ definition, handler: undefined }))
  }

  tool(name: string | undefined): ObjectLiteral | undefined {
    return name === undefined ? undefined : this.tools(name)[0]?.definition
  }

  /** The content items that `resources/read` returns for a URI; all where the sources have only computed ones. */
  contents(uri: string | undefined): ObjectLiteral[] {
    const items = this.#objects().filter((object) => this.#isContent(object))
    const own = items.filter((object) => this.#uriOf(object) === uri)
    if (own.length > 0) return own
    const open = items.filter((object) => this.#uriOf(object) === undefined)
    return open.length === 1 || items.length !== 1 ? open.slice(0, 1) : items
  }

  content(uri: string | undefined): ObjectLiteral | undefined {
    return this.contents(uri)[0]
  }

  /** The options of the only View of an app of `casement/server`, which writes the metadata itself. */
  viewOptions(): ObjectLiteral | undefined {
    const found = this.#objects().filter(({ file, node }) => {
      const owner = file.parents.get(node)
      return owner?.type === 'Property' && keyOf(owner) === 'view' && this.property({ file, node }, 'file') !== undefined
    })
    return found.length === 1 ? found[0] : undefined
  }

  /** The entries of `resources/list` for a URI. */
  listings(uri: string | undefined): ObjectLiteral[] {
    const registered = this.#calls('resource').flatMap(({ args }) => {
      const config = this.text(args[1]) === uri ? this.object(args[2]) : undefined
      return config ? [config] : []
    })
    const written = this.#objects().filter(
      (object) => this.property(object, 'uri') && !this.#isContent(object) && this.text(this.value(object, 'uri')) === uri,
    )
    return [...registered, ...written]
  }

  /** The objects that a tool returns. */
  results(tool: string | undefined): ObjectLiteral[] {
    const [source] = tool === undefined ? [] : this.tools(tool)
    const handler = source?.handler && this.resolve(source.handler)
    return this.#objects().filter(
      (object) =>
        (this.property(object, 'content') ?? this.property(object, 'structuredContent')) !== undefined &&
        this.property(object, 'role') === undefined &&
        (!handler ||
          (object.file === handler.file && object.node.start >= handler.node.start && object.node.end <= handler.node.end)),
    )
  }

  /** Sets something in the capabilities: of `new McpServer`, or of the response to `initialize`. */
  setCapability(path: readonly string[], code: string): Edits {
    const created = this.#created()
    const options = created?.args[1]
    if (created && !options) {
      const info = created.args[0]
      const inner = path.toReversed().reduce((value, name) => `{ ${/^\w+$/.test(name) ? name : `'${name}'`}: ${value} }`, code)
      return info?.file.edit(info.node.end, info.node.end, `, { capabilities: ${inner} }`)
    }
    const owner = created ? this.object(options) : this.#response('capabilities')
    return this.set(owner, ['capabilities', ...path], code)
  }

  /** The object with the name and the version of the server. */
  info(): ObjectLiteral | undefined {
    return this.object(this.#created()?.args[0]) ?? this.object(this.value(this.#response('serverInfo'), 'serverInfo'))
  }

  #response(member: string): ObjectLiteral | undefined {
    return this.#objects().find((object) => this.property(object, 'protocolVersion') && this.property(object, member))
  }

  #created(): { args: Located[] } | undefined {
    for (const file of this.files)
      for (const node of file.nodes)
        if (node.type === 'NewExpression' && node.callee.type === 'Identifier' && /^(Mcp)?Server$/.test(node.callee.name))
          return { args: node.arguments.map((each) => ({ file, node: each })) }
    return undefined
  }

  #isContent(object: ObjectLiteral): boolean {
    const hasText = this.property(object, 'text') && !this.property(object, 'type')
    const isResource = this.property(object, 'uri') ?? this.property(object, 'mimeType')
    if (this.property(object, 'blob') || (hasText && isResource)) return true
    const list = around(object.file, object.node, ({ type }) => type === 'ArrayExpression')
    const owner = list && object.file.parents.get(list)
    return owner?.type === 'Property' && owner.key.type === 'Identifier' && owner.key.name === 'contents'
  }

  /** The URI of a content item: its own, or that of the resource that it is registered for. */
  #uriOf(object: ObjectLiteral): string | undefined {
    const own = this.text(this.value(object, 'uri'))
    if (own !== undefined) return own
    for (const { file, node, args } of this.#calls('resource'))
      if (file === object.file && node.start < object.node.start && node.end > object.node.end) return this.text(args[1])
    return undefined
  }

  #objects(): ObjectLiteral[] {
    return this.files.flatMap((file) => file.nodes.flatMap((node) => (node.type === 'ObjectExpression' ? [{ file, node }] : [])))
  }

  /** The calls that register something, with the arguments behind the server. */
  #calls(what: 'tool' | 'resource'): { file: SourceFile; node: CallExpression; args: Located[] }[] {
    return this.files.flatMap((file) =>
      file.nodes.flatMap((node) => {
        if (node.type !== 'CallExpression') return []
        const register = REGISTERS[nameOf(node.callee)]
        if (register?.what !== what) return []
        return [{ file, node, args: node.arguments.slice(register.from).map((each) => ({ file, node: each })) }]
      }),
    )
  }
}

const nameOf = (callee: AnyNode): string => {
  if (callee.type === 'Identifier') return callee.name
  return callee.type === 'MemberExpression' && callee.property.type === 'Identifier' ? callee.property.name : ''
}
