import { compilePolicy } from 'casement/protocol/policy'
import { cspEntry } from '../../catalogue/csp-fix.ts'
import { asText } from '../../static/fields.ts'
import { nearest } from '../../static/nearest.ts'
import type { FixContext, Fixer, Fixers } from '../fixer.ts'
import { insertElement, keyOf, type Edits, type ObjectLiteral } from '../object-literals.ts'
import { quoted } from '../source-file.ts'

const MEMBERS = ['csp', 'permissions', 'domain', 'prefersBorder']
const LISTS = ['connectDomains', 'resourceDomains', 'frameDomains', 'baseUriDomains']
const PERMISSIONS = ['camera', 'microphone', 'geolocation', 'clipboardWrite']

/** Repairs every object of the sources that describes the View: its content item, and its entry in the list. */
const ofView =
  (fix: (item: ObjectLiteral, context: FixContext) => Edits): Fixer =>
  ({ resourceUri }, context) => {
    const items = [...context.server.contents(resourceUri), ...context.server.listings(resourceUri)]
    const edits = items.flatMap((item) => fix(item, context) ?? [])
    return edits.length === 0 ? undefined : edits
  }

/** Repairs an object below `_meta.ui`. */
const ofUi = (path: readonly string[], fix: (object: ObjectLiteral, context: FixContext) => Edits): Fixer =>
  ofView((item, context) => {
    const { server } = context
    const object = server.object(server.value(item, '_meta', 'ui', ...path))
    return object && fix(object, context)
  })

/** Rewrites a value below `_meta.ui`, based on its current one. */
const rewrite = (path: readonly string[], write: (value: unknown, code: string) => string | undefined): Fixer =>
  ofView((item, { server }) => {
    const found = server.value(item, '_meta', 'ui', ...path)
    const code = found && write(server.constant(found), server.code(item, '_meta', 'ui', ...path) ?? '')
    return code === undefined ? undefined : server.set(item, ['_meta', 'ui', ...path], code)
  })

/** Renames members to the known name that was meant. */
const renameMembers = (path: readonly string[], known: readonly string[]): Fixer =>
  ofUi(path, (object, { server }) => {
    const edits = object.node.properties.flatMap((each) => {
      const name = each.type === 'Property' ? keyOf(each) : undefined
      const meant = name === undefined || known.includes(name) ? undefined : meantName(name, known)
      return meant === undefined || name === undefined || server.property(object, meant)
        ? []
        : (server.rename(object, [name], meant) ?? [])
    })
    return edits.length === 0 ? undefined : edits
  })

const DIRECTIVES: Readonly<Record<string, string>> = {
  'connect-src': 'connectDomains',
  'script-src': 'resourceDomains',
  'style-src': 'resourceDomains',
  'img-src': 'resourceDomains',
  'font-src': 'resourceDomains',
  'media-src': 'resourceDomains',
  'frame-src': 'frameDomains',
  'base-uri': 'baseUriDomains',
}

const kebab = (name: string): string => name.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)

function meantName(name: string, known: readonly string[]): string | undefined {
  const directive = DIRECTIVES[name] ?? DIRECTIVES[kebab(name)]
  return directive !== undefined && known.includes(directive) ? directive : nearest(name, known)
}

const originOf = (entry: string): string | undefined => {
  const first =
    entry
      .trim()
      .replaceAll(/^['"]|['"]$/g, '')
      .split(/[\s;,]/, 1)[0] ?? ''
  const address = /^[a-z]+:\/\//i.test(first) ? first : `https://${first}`
  if (!/\.[a-z]{2,}|localhost/i.test(first) || !URL.canParse(address)) return undefined
  const { protocol, host } = new URL(address)
  return `${protocol}//${host}`
}

const isAccepted = (entry: unknown): boolean => compilePolicy({ csp: { connectDomains: [entry as string] } }).refused.length === 0

/** A list with the entries that a policy can hold; others become their origin, or are left out. */
function acceptedEntries(value: unknown): string | undefined {
  if (!Array.isArray(value) || value.every(isAccepted)) return undefined
  const origins = value.flatMap((entry) => (isAccepted(entry) ? [String(entry)] : (originOf(String(entry)) ?? [])))
  return writeList([...new Set(origins)])
}

const writeList = (entries: readonly string[]): string => `[${entries.map((entry) => `'${entry}'`).join(', ')}]`

/** A policy in the syntax of its HTTP header, as lists. */
function listsOf(policy: unknown): string | undefined {
  if (typeof policy !== 'string') return undefined
  const lists = new Map<string, string[]>()
  for (const directive of policy.split(';')) {
    const [name = '', ...sources] = directive.trim().split(/\s+/)
    const list = DIRECTIVES[name.replace(/-(?:elem|attr)$/, '')]
    const origins = sources.filter((source) => !source.startsWith("'")).flatMap((source) => originOf(source) ?? [])
    if (list !== undefined && origins.length > 0) lists.set(list, [...new Set([...(lists.get(list) ?? []), ...origins])])
  }
  return lists.size === 0 ? '{}' : `{ ${[...lists].map(([name, origins]) => `${name}: ${writeList(origins)}`).join(', ')} }`
}

/** Adds an origin to a list of csp on the content item. */
export function allowOrigin({ server }: FixContext, uri: string | undefined, list: string, origin: string): Edits {
  const content = server.content(uri)
  const options = content ? undefined : server.viewOptions()
  const owner = content ?? options
  if (!owner) return undefined
  const path = [...(options ? [] : ['_meta', 'ui']), 'csp', list]
  const found = server.value(owner, ...path)
  const entries = found && server.resolve(found)
  if (entries?.node.type === 'ArrayExpression') {
    const isThere = Array.isArray(server.constant(entries)) && (server.constant(entries) as unknown[]).includes(origin)
    return isThere ? undefined : insertElement(entries, quoted(entries.file, origin))
  }
  return server.set(owner, path, `[${quoted(owner.file, origin)}]`)
}

const allowBlocked: Fixer = ({ code, evidence, resourceUri }, context) => {
  const entry = cspEntry(code, evidence)
  return entry && allowOrigin(context, resourceUri, entry.list, entry.origin)
}

const asBoolean = (value: unknown): string | undefined => {
  const text = asText(value).toLowerCase()
  if (['yes', 'true', 'on', '1'].includes(text)) return 'true'
  return value === null || ['no', 'false', 'off', '0', ''].includes(text) ? 'false' : undefined
}

/** Moves members of `_meta` into `_meta.ui`. */
const moveIntoUi: Fixer = ofView((item, { server }) => {
  const meta = server.object(server.value(item, '_meta'))
  const own = MEMBERS.filter((name) => server.property(meta, name))
  if (!meta || own.length === 0) return undefined
  const members = own.map((name) => `${name}: ${server.code(meta, name)}`)
  const others = meta.node.properties.filter((each) => each.type !== 'Property' || !own.includes(keyOf(each) ?? ''))
  const ui = server.object(server.value(meta, 'ui'))
  const inUi = ui ? ui.node.properties.map((each) => ui.file.text.slice(each.start, each.end)) : []
  const kept = others.filter((each) => each.type !== 'Property' || keyOf(each) !== 'ui')
  const rest = kept.map((each) => meta.file.text.slice(each.start, each.end))
  return meta.file.edit(
    meta.node.start,
    meta.node.end,
    `{ ${[`ui: { ${[...inUi, ...members].join(', ')} }`, ...rest].join(', ')} }`,
  )
})

const fromOpenai: Fixer = ofView((item, { server }) => {
  const policy = server.value(item, '_meta', 'openai/widgetCSP')
  const lists = policy && server.constant(policy)
  if (typeof lists !== 'object' || lists === null) return undefined
  const known = Object.entries(lists).flatMap(([name, value]) => {
    const meant = nearest(name, LISTS)
    return meant !== undefined && Array.isArray(value) ? [`${meant}: ${writeList(value.map(String))}`] : []
  })
  return known.length === 0 ? undefined : server.set(item, ['_meta', 'ui', 'csp'], `{ ${known.join(', ')} }`)
})

/** Takes the csp of the entry in the list over to the content item, or the other way. */
const shareCsp =
  (to: 'content' | 'listing'): Fixer =>
  ({ resourceUri }, { server }) => {
    const [content, [listing]] = [server.content(resourceUri), server.listings(resourceUri)]
    const [source, target] = to === 'content' ? [listing, content] : [content, listing]
    const code = server.code(source, '_meta', 'ui', 'csp')
    return code === undefined ? undefined : server.set(target, ['_meta', 'ui', 'csp'], code)
  }

const askForPermission: Fixer = ({ evidence, resourceUri }, { server }) => {
  const wanted = PERMISSIONS.find((each) => evidence.endsWith(each) || evidence.includes(`needs ${each}`))
  const name = wanted ?? (evidence.includes('clipboard') ? 'clipboardWrite' : undefined)
  if (name === undefined) return undefined
  const content = server.content(resourceUri)
  return content
    ? server.set(content, ['_meta', 'ui', 'permissions', name], '{}')
    : server.set(server.viewOptions(), ['permissions', name], '{}')
}

/** Repairs of `_meta.ui` of a View. */
export const VIEW_META_FIXERS: Fixers = {
  'meta-not-underscored': ofView((item, { server }) => server.rename(item, ['meta'], '_meta')),
  'meta-misplaced': moveIntoUi,
  'meta-key-unknown': renameMembers([], MEMBERS),
  'csp-openai-only': fromOpenai,
  'csp-not-object': rewrite(['csp'], listsOf),
  'csp-not-list': ofUi(['csp'], (csp, { server }) => {
    const edits = LISTS.flatMap((name) => {
      const value = server.value(csp, name)
      return value && typeof server.constant(value) === 'string'
        ? (server.set(csp, [name], `[${server.code(csp, name)}]`) ?? [])
        : []
    })
    return edits.length === 0 ? undefined : edits
  }),
  'csp-key-unknown': renameMembers(['csp'], LISTS),
  'csp-entry-refused': ofUi(['csp'], (csp, { server }) => {
    const edits = LISTS.flatMap((name) => {
      const value = server.value(csp, name)
      const code = value && acceptedEntries(server.constant(value))
      return code === undefined ? [] : (server.set(csp, [name], code) ?? [])
    })
    return edits.length === 0 ? undefined : edits
  }),
  'permissions-not-object': rewrite(['permissions'], (value) =>
    Array.isArray(value) && value.length > 0
      ? `{ ${value.map((name) => `${nearest(String(name), PERMISSIONS) ?? String(name)}: {}`).join(', ')} }`
      : undefined,
  ),
  'permission-value-wrong': ofUi(['permissions'], (permissions, { server }) => {
    const edits = PERMISSIONS.flatMap((name) => {
      const value = server.value(permissions, name)
      if (!value || server.object(value)) return []
      return (server.constant(value) === false ? server.remove(permissions, name) : server.set(permissions, [name], '{}')) ?? []
    })
    return edits.length === 0 ? undefined : edits
  }),
  'permission-unknown': renameMembers(['permissions'], PERMISSIONS),
  'prefers-border-wrong': rewrite(['prefersBorder'], asBoolean),
  'domain-not-host': rewrite(['domain'], (value) =>
    typeof value === 'string' && URL.canParse(value) && new URL(value).hostname !== ''
      ? `'${new URL(value).hostname}'`
      : undefined,
  ),
  'domain-claude-mismatch': (finding, context) => {
    const expected = /it is (\S+)$/.exec(finding.evidence)?.[1]
    return expected === undefined ? undefined : rewrite(['domain'], () => `'${expected}'`)(finding, context)
  },
  'domain-unknown-host': ofUi([], (ui, { server }) => server.remove(ui, 'domain')),
  'listing-csp-only': shareCsp('content'),
  'listing-csp-hidden': shareCsp('content'),
  'listing-csp-differs': shareCsp('listing'),
  'html-external-blocked': allowBlocked,
  'html-frame-blocked': allowBlocked,
  'html-base-blocked': allowBlocked,
  'css-url-blocked': allowBlocked,
  'script-connect-blocked': allowBlocked,
  'script-import-blocked': allowBlocked,
  'view-blocked': allowBlocked,
  'script-permission-undeclared': askForPermission,
  'use-refused': askForPermission,
}
