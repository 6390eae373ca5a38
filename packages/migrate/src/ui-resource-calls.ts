import ts from 'typescript'
import type { Edit } from './edits.ts'
import { localNames, visitAll } from './local-names.ts'
import { noteAt, type Findings, type Note } from './notes.ts'
import { propertyOf } from './object-literals.ts'

const MIME_TYPE = 'text/html;profile=mcp-app'
const AWAIT = 'Await it: with an externalUrl, createUIResource of Casement fetches the page and returns a promise'
const KEEP_6 = `To keep the MIME type of @mcp-ui/server 6, add mimeType: '${MIME_TYPE}' where no adapter is enabled, and await it for an externalUrl`
const KEEP_5 = "To keep the MIME type of @mcp-ui/server 5, add delivery: 'uri-list' to the content where it is an externalUrl"
const UNKNOWN = `The MIME type depends on the version of @mcp-ui/server, which no package.json names. ${KEEP_6}. ${KEEP_5}`

/**
 * Keeps the MIME type of each resource: @mcp-ui/server 6 creates `text/html;profile=mcp-app`, and 5 sends a URL as `text/uri-list`.
 * `createUIResource` of Casement creates `text/html` and fetches a URL, unless its options say otherwise.
 */
export function keepMimeTypes(source: ts.SourceFile, uiServerMajor: number | undefined): Findings {
  const edits: Edit[] = []
  const notes: Note[] = []
  const names = localNames(source, (specifier) => specifier === '@mcp-ui/server')
  const isCreate = (node: ts.Node): boolean => ts.isIdentifier(node) && names.get(node.text) === 'createUIResource'
  const note = (node: ts.Node, what: string, fix: string): void =>
    void notes.push(noteAt(source, node.getStart(source), what, fix))
  visitAll(source, (node) => {
    if (ts.isCallExpression(node) && isCreate(node.expression)) {
      const problem = keepMimeType(source, node, uiServerMajor, edits)
      if (problem) note(node, problem.what, problem.fix)
    } else if (isCreate(node) && isPassedOn(node))
      note(
        node,
        'createUIResource passed on as a value',
        uiServerMajor === undefined ? UNKNOWN : uiServerMajor > 5 ? KEEP_6 : KEEP_5,
      )
  })
  return { edits, notes }
}

const isPassedOn = ({ parent, pos }: ts.Node): boolean =>
  !ts.isImportSpecifier(parent) && !(ts.isCallExpression(parent) && parent.expression.pos === pos)

function keepMimeType(
  source: ts.SourceFile,
  call: ts.CallExpression,
  major: number | undefined,
  edits: Edit[],
): { what: string; fix: string } | undefined {
  const options = call.arguments[0]
  const { kind, content } = contentOf(options)
  if (kind === 'remoteDom') return undefined
  const fix = major === undefined ? UNKNOWN : major > 5 ? KEEP_6 : KEEP_5
  if (major === undefined) return { what: 'createUIResource of an unknown version', fix }
  if (kind === undefined || !options || !content) return { what: 'createUIResource with content from elsewhere', fix }
  if (major <= 5) {
    if (kind === 'externalUrl') edits.push(addition(source, content, `delivery: 'uri-list'`))
    return undefined
  }
  if (!ts.isObjectLiteralExpression(options) || options.properties.some((property) => !ts.isPropertyAssignment(property)))
    return { what: 'createUIResource with options from elsewhere', fix }
  // The MIME type of an adapter is the same here.
  if (!propertyOf(options, 'adapters')) edits.push(addition(source, options, `mimeType: '${MIME_TYPE}'`))
  if (kind !== 'externalUrl' || ts.isAwaitExpression(call.parent)) return undefined
  if (!mayAwait(call)) return { what: 'createUIResource in a function that is not async', fix: AWAIT }
  edits.push({ start: call.getStart(source), end: call.getStart(source), text: 'await ' })
  return undefined
}

/** Adds a property behind the last one. */
function addition(source: ts.SourceFile, object: ts.ObjectLiteralExpression, text: string): Edit {
  const last = object.properties.at(-1)
  const start = last?.getEnd() ?? object.getStart(source) + 1
  return { start, end: start, text: last ? `, ${text}` : ` ${text} ` }
}

function contentOf(options: ts.Expression | undefined): { kind?: string; content?: ts.ObjectLiteralExpression } {
  const content = options && ts.isObjectLiteralExpression(options) ? propertyOf(options, 'content')?.initializer : undefined
  if (!content || !ts.isObjectLiteralExpression(content)) return {}
  const type = propertyOf(content, 'type')?.initializer
  return type && ts.isStringLiteralLike(type) ? { kind: type.text, content } : {}
}

/** At the top of a module, or in an async function; and not where `await x.y` would wait for the wrong thing. */
function mayAwait(call: ts.CallExpression): boolean {
  if (ts.isPropertyAccessExpression(call.parent) || ts.isElementAccessExpression(call.parent)) return false
  const around = ts.findAncestor(call.parent, (node) => ts.isFunctionLike(node))
  if (!around) return true
  const modifiers = ts.canHaveModifiers(around) ? ts.getModifiers(around) : undefined
  return modifiers?.some(({ kind }) => kind === ts.SyntaxKind.AsyncKeyword) ?? false
}
