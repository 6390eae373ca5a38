import { PORT_CAPABILITY } from 'casement/protocol'
import { finding, type Finding } from '../catalogue/finding.ts'
import type { FindingCode } from '../catalogue/catalogue.ts'
import { detectSdk } from './detect-sdk.ts'
import { isMethod, meantMethod, suggestion } from './known-methods.ts'
import type { Reference, ScriptUses } from './script-syntax.ts'
import { excerpt, locate, writeLocation } from './source-location.ts'
import type { ViewDocument } from './view-document.ts'

/** A fault that shows as the use of something global. */
type Pattern = readonly [code: FindingCode, matches: (use: Reference, uses: ScriptUses) => boolean]

const isCall = ({ kind }: Reference): boolean => kind === 'call' || kind === 'new'
const isOneOf =
  (...paths: readonly string[]) =>
  ({ path }: Reference): boolean =>
    paths.includes(path)
const isEval = isOneOf('eval', 'Function')
const isDialog = isOneOf('alert', 'confirm', 'prompt')
const isParentPost = isOneOf('parent.postMessage', 'top.postMessage')
const isHistory = isOneOf('history.pushState', 'history.replaceState')

const PATTERNS: readonly Pattern[] = [
  ['script-eval', (use) => isCall(use) && isEval(use) && use.args.length > 0],
  ['script-wasm', ({ path }) => /^WebAssembly\.(instantiate|instantiateStreaming|compile|compileStreaming|Module)$/.test(path)],
  [
    'script-reaches-parent',
    ({ path, isGuarded }) => !isGuarded && /^(parent|top)\.(document|localStorage|sessionStorage)\b/.test(path),
  ],
  ['script-dialog', (use) => isCall(use) && isDialog(use)],
  ['script-popup', ({ path, kind, isOfWindow }) => kind === 'call' && isOfWindow && path === 'open'],
  ['script-service-worker', ({ path, kind }) => kind === 'call' && path === 'navigator.serviceWorker.register'],
  ['script-target-origin', (use) => isCall(use) && isParentPost(use) && namesOrigin(use)],
  [
    'script-listener-target',
    (use, { references }) => listensInVain(use) && !references.some((each) => !each.binding && listensOnWindow(each)),
  ],
  ['script-posts-to-top', ({ path, kind }) => kind === 'call' && path === 'top.postMessage'],
  ['script-posts-text', (use) => use.kind === 'call' && isParentPost(use) && isJsonText(use.args[0])],
  ['script-storage-unguarded', (use, uses) => isStorage(use) && isUnguarded(use, uses)],
  ['script-history-unguarded', (use, uses) => isCall(use) && isHistory(use) && hasAddress(use) && isUnguarded(use, uses)],
]

const isMessageListener = ({ kind, args: [type] }: Reference): boolean =>
  kind === 'call' && type?.type === 'Literal' && type.value === 'message'

/** The paths have no `window.` in front. */
const listensOnWindow = (use: Reference): boolean =>
  (isMessageListener(use) && /^(self\.)?addEventListener$/.test(use.path)) || (use.kind === 'assign' && use.path === 'onmessage')

const listensInVain = (use: Reference): boolean =>
  isMessageListener(use) && /^(?:document(?:\.(?:body|documentElement))?|parent|top)\.addEventListener$/.test(use.path)

const isStorage = ({ path, kind }: Reference): boolean =>
  /^(localStorage|sessionStorage)\./.test(path) || (kind === 'call' && /^(indexedDB|caches)\.open$/.test(path))

const isJsonText = (node: Reference['args'][number] | undefined): boolean =>
  node?.type === 'CallExpression' &&
  node.callee.type === 'MemberExpression' &&
  node.callee.object.type === 'Identifier' &&
  node.callee.object.name === 'JSON'

/** Calls that throw in some hosts and run while the script loads. A function may be called inside a `try`. */
const isUnguarded = ({ isGuarded, runsAtOnce }: Reference, { hasTry }: ScriptUses): boolean =>
  !isGuarded && (runsAtOnce || !hasTry)

/** True for a target origin that is written out, or the View's own. */
export function namesOrigin({ args, lookUp }: Reference): boolean {
  const target = args[1]
  if (!target) return false
  if (target.type === 'Literal') return typeof target.value === 'string' && /^https?:/.test(target.value)
  if (target.type !== 'MemberExpression' || target.property.type !== 'Identifier' || target.property.name !== 'origin')
    return false
  const { object } = target
  const owner = object.type === 'MemberExpression' ? object.property : object
  return owner.type === 'Identifier' && owner.name === 'location' && (object !== owner || !lookUp('location'))
}

function hasAddress({ args }: Reference): boolean {
  const address = args[2]
  return (
    address !== undefined &&
    !(address.type === 'Literal' && !address.value) &&
    !(address.type === 'Identifier' && address.name === 'undefined')
  )
}

/** Problems of a View's scripts that follow from their syntax. */
export function checkScript(view: ViewDocument): Finding[] {
  const place = { resourceUri: view.uri }
  const matched = PATTERNS.flatMap(([code, matches]) => {
    for (const program of view.programs) {
      const { uses } = program
      const use = uses?.references.find((each) => !each.binding && matches(each, uses))
      if (use) return [finding(code, excerpt(view, program, use), place)]
    }
    return []
  })
  return [
    ...checkSyntax(view),
    ...matched,
    ...checkHandshake(view),
    ...checkMethods(view),
    ...checkOrigin(view),
    ...checkPlaceholder(view),
    ...checkLateHandler(view),
    ...checkPermissions(view),
  ]
}

/** A browser stops at the same place, and runs nothing of that script. */
function checkSyntax(view: ViewDocument): Finding[] {
  // One that is cut off has a finding of its own.
  if (view.scan.strayEnd || view.scan.scripts.some(({ closed }) => !closed)) return []
  const broken = view.programs.find(({ error }) => error !== undefined)
  if (!broken?.error) return []
  const { message, at } = broken.error
  return [finding('script-syntax', `${message} (${writeLocation(locate(view, broken, at))})`, { resourceUri: view.uri })]
}

/** Longer scripts are bundles, where a missing word proves nothing. */
const MAX_HAND_WRITTEN = 40_000

const has = (view: ViewDocument, matches: (uses: ScriptUses) => boolean): boolean =>
  view.programs.some(({ uses }) => uses && matches(uses))
const says = (view: ViewDocument, text: string): boolean => has(view, ({ strings }) => strings.has(text))
const knows = (view: ViewDocument, name: string): boolean =>
  has(
    view,
    ({ members, strings, references }) => members.has(name) || strings.has(name) || references.some(({ path }) => path === name),
  )

function checkHandshake(view: ViewDocument): Finding[] {
  const { scan, uri, script } = view
  const place = { resourceUri: uri }
  // A loaded or imported script may do it, or one that could not be parsed.
  const elsewhere =
    scan.scripts.some(({ attributes }) => attributes.has('src')) ||
    view.programs.some(({ uses }) => uses === undefined) ||
    has(view, ({ imports }) => imports.length > 0)
  if (scan.scripts.length === 0 || elsewhere) return []
  if (!says(view, 'ui/initialize'))
    return [finding(silentCode(view), `${script.length} characters of script, none of them "ui/initialize"`, place)]
  const isByHand = script.length < MAX_HAND_WRITTEN
  const missing: readonly (readonly [FindingCode, string, boolean])[] = [
    ['script-no-app-info', 'appInfo', knows(view, 'appInfo')],
    ['script-no-app-capabilities', 'appCapabilities', knows(view, 'appCapabilities')],
    ['script-no-protocol-version', 'protocolVersion', knows(view, 'protocolVersion')],
    ['view-not-initialized', 'ui/notifications/initialized', says(view, 'ui/notifications/initialized')],
    ['script-answer-ignored', 'error|catch', !isByHand || /error|catch/i.test(script)],
    ['script-posts-to-itself', 'parent', !knows(view, 'postMessage') || knows(view, 'parent') || has(view, reachesParent)],
  ]
  const old =
    isByHand && detectSdk(view)?.name === 'written by hand' && !says(view, '2026-01-26')
      ? OLD_VERSIONS.find((version) => says(view, version))
      : undefined
  return [
    ...missing
      .filter(([, , isThere]) => !isThere)
      .map(([code, word]) => finding(code, `the scripts send ui/initialize and nowhere have ${word}`, place)),
    ...(old === undefined ? [] : [finding('script-old-version', `protocolVersion: "${old}"`, place)]),
  ]
}

const OLD_VERSIONS = ['2025-11-21', '2024-11-05', '2025-03-26', '2025-06-18', '2025-11-25']
const reachesParent = ({ references }: ScriptUses): boolean => references.some(({ path }) => /^(parent|top)(\.|$)/.test(path))

const MCP_UI_ACTIONS = ['tool', 'prompt', 'intent', 'notify', 'link']

/** The protocol of a View without ui/initialize. */
function silentCode(view: ViewDocument): FindingCode {
  const posts = knows(view, 'postMessage')
  if (posts && says(view, 'initialize')) return 'script-mcp-initialize'
  if (has(view, ({ references }) => references.some(({ path, binding }) => !binding && /^openai(\.|$)/.test(path))))
    return 'script-openai-only'
  if (
    says(view, 'ui-lifecycle-iframe-ready') ||
    (posts && knows(view, 'payload') && MCP_UI_ACTIONS.some((type) => says(view, type)))
  )
    return 'script-mcp-ui-only'
  return 'view-silent'
}

/** Names that look like methods of MCP Apps and are none, where the name that was meant is nowhere. */
function checkMethods(view: ViewDocument): Finding[] {
  const strings = new Set(view.programs.flatMap(({ uses }) => [...(uses?.strings ?? [])]))
  const wrong = [...strings].find((text) => {
    if (!/^ui\/(?:notifications\/)?[a-z][\w-]*$/i.test(text) || isMethod(text)) return false
    const meant = meantMethod(text)
    return meant !== undefined && !strings.has(meant)
  })
  if (wrong === undefined) return []
  return [finding('script-method-unknown', `"${wrong}"${suggestion(wrong)}`, { resourceUri: view.uri })]
}

// In a bundle the origin may be that of anything.
function checkOrigin(view: ViewDocument): Finding[] {
  if (view.script.length >= MAX_HAND_WRITTEN) return []
  for (const program of view.programs) {
    const { comparisons = [], references = [] } = program.uses ?? {}
    const compared = comparisons.find(({ path, text }) => isOriginOfMessage(path) && /^(null$|https?:)/.test(text))
    const tested = references.find(
      ({ path, kind, args }) =>
        kind === 'call' &&
        /^(?:\w+\.)?origin\.(startsWith|endsWith|includes)$/.test(path) &&
        args[0]?.type === 'Literal' &&
        /^(null$|https?:)/.test(String(args[0].value)),
    )
    const demanded = compared ?? tested
    if (demanded) return [finding('script-origin-demanded', excerpt(view, program, demanded), { resourceUri: view.uri })]
  }
  return []
}

const isOriginOfMessage = (path: string): boolean => /^(?:(?:event|evt|ev|e|msg|message)\.)?origin$/.test(path)

const HANDLER = /^[\w$]+\.(ontoolresult|ontoolinput|ontoolinputpartial|ontoolcancelled)$/

/** A handler that is attached only after `connect()` was awaited. */
function checkLateHandler(view: ViewDocument): Finding[] {
  // Our own App buffers messages until the first listener.
  if (says(view, PORT_CAPABILITY)) return []
  for (const program of view.programs) {
    const { references = [], awaits = [] } = program.uses ?? {}
    const handlers = references.filter(({ kind, path }) => kind === 'assign' && HANDLER.test(path))
    if (handlers.length === 0) continue
    const connect = references.find(
      ({ kind, path, binding }) =>
        kind === 'call' && /^[\w$]+\.connect$/.test(path) && handlers.some((each) => isSame(each, { path, binding })),
    )
    const own = connect && handlers.filter((each) => isSame(each, connect))
    const late = connect && own?.find((each) => waitsBefore(each, connect, awaits, references))
    if (!connect || !late || own?.some(({ start }) => start < connect.start)) continue
    const evidence = `${excerpt(view, program, connect)} is awaited before ${excerpt(view, program, { start: late.start, end: late.end })}`
    return [finding('script-handler-late', evidence, { resourceUri: view.uri })]
  }
  return []
}

const ownerOf = (path: string): string => path.split('.')[0] ?? ''
const isSame = (one: Pick<Reference, 'path' | 'binding'>, other: Pick<Reference, 'path' | 'binding'>): boolean =>
  ownerOf(one.path) === ownerOf(other.path) && one.binding === other.binding

function waitsBefore(
  handler: Reference,
  connect: Reference,
  awaits: ScriptUses['awaits'],
  references: readonly Reference[],
): boolean {
  const isAfter = handler.start > connect.end
  const awaited = awaits.some(({ within, end }) => within === handler.within && end >= connect.end && end <= handler.start)
  const inThen = references.some(
    ({ path, kind, start, end }) =>
      kind === 'call' && path === '?.then' && start === connect.start && handler.start > connect.end && handler.end < end,
  )
  return isAfter && ((awaited && handler.within === connect.within) || inThen)
}

const FEATURES: readonly (readonly [path: RegExp, permissions: readonly string[]])[] = [
  [/^navigator\.geolocation\.\w+$/, ['geolocation']],
  [/^navigator\.mediaDevices\.getUserMedia$/, ['camera', 'microphone']],
  [/^navigator\.clipboard\.write\w*$/, ['clipboardWrite']],
]

/** A text that is nothing but a placeholder, in the forms of common template languages. */
const PLACEHOLDER =
  /^\s*(?:\{\{\{?\s*[\w.|\s-]+\}?\}\}|<%[=-]?\s*[\w.\s]+%>|%[A-Z][A-Z0-9_]+%|__[A-Z][A-Z0-9_]+__|\$\{[\w.]+\}|\{%[^%]+%\})\s*$/

// In a bundle it may be the syntax of a template language that the bundle contains.
function checkPlaceholder(view: ViewDocument): Finding[] {
  if (view.script.length >= MAX_HAND_WRITTEN) return []
  const texts = view.programs.flatMap(({ uses }) => [...(uses?.strings ?? [])])
  const left = texts.find((text) => PLACEHOLDER.test(text))
  return left === undefined
    ? []
    : [finding('script-placeholder', `the script has the text ${JSON.stringify(left)}`, { resourceUri: view.uri })]
}

function checkPermissions(view: ViewDocument): Finding[] {
  for (const [path, wanted] of FEATURES) {
    if (wanted.some((name) => view.permissions[name] !== undefined)) continue
    for (const program of view.programs) {
      const use = program.uses?.references.find((each) => !each.binding && path.test(each.path))
      if (use)
        return [
          finding('script-permission-undeclared', `${excerpt(view, program, use)} needs ${wanted.join(' or ')}`, {
            resourceUri: view.uri,
          }),
        ]
    }
  }
  return []
}
