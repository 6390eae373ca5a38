import { PORT_CAPABILITY } from 'casement/protocol'
import { finding, type Finding } from '../catalogue/finding.ts'
import type { FindingCode } from '../catalogue/catalogue.ts'
import { findUnguarded } from './unguarded.ts'
import type { ViewDocument } from './view-document.ts'
import { withoutComments } from './without-comments.ts'

/** A fault that shows as a pattern in the source; the match is the evidence. */
type Pattern = readonly [code: FindingCode, pattern: RegExp, unless?: RegExp]

const PATTERNS: readonly Pattern[] = [
  ['script-eval', /(?<![\w$.])(?:eval\(\s*[^\s)]|new Function\()[^\n]{0,40}/],
  ['script-wasm', /WebAssembly\.(?:instantiate|instantiateStreaming|compile|Module)\b/],
  ['script-reaches-parent', /(?<![\w$.])(?:window\.)?(?:parent|top)\.(?:document|localStorage|sessionStorage)\b/],
  [
    'script-dialog',
    /(?<![\w$.]|function )(?:window\.)?(?:alert|confirm|prompt)\((?:[^(){}]*)\)(?!\s*\{)/,
    /(?:function|const|let|var) (?:alert|confirm|prompt)\b/,
  ],
  ['script-popup', /(?<![\w$.])window\.open\([^\n]{0,40}/],
  ['script-service-worker', /serviceWorker\s*\.\s*register\([^\n]{0,40}/],
  [
    'script-target-origin',
    /parent\.postMessage\((?:[^()]|\([^()]*\))*,\s*(?:(?:window\.|document\.)?location\.origin|(["'])https?:[^"']*\1)\s*\)/,
  ],
]

/** What throws where a document has no origin of its own. */
const THROWING: readonly (readonly [code: FindingCode, pattern: RegExp])[] = [
  ['script-storage-unguarded', /(?<![\w$.])(?:window\.)?(?:localStorage|sessionStorage)\s*[.[][^\n]{0,30}/],
  [
    'script-history-unguarded',
    /(?<![\w$])history\.(?:pushState|replaceState)\((?:[^(),{}]|\{[^{}]*\})*,[^,()]*,\s*[^\s)][^\n]{0,30}/,
  ],
]

/** What is wrong with the scripts of a view, as far as their text tells. */
export function checkScript(view: ViewDocument): Finding[] {
  const script = withoutComments(view.script).replaceAll(/^[ \t]*\/\/.*$/gm, '')
  const place = { resourceUri: view.uri }
  const matched = PATTERNS.flatMap(([code, pattern, unless]) => {
    const [evidence] = pattern.exec(script) ?? []
    return evidence === undefined || unless?.test(script) ? [] : [finding(code, evidence, place)]
  })
  const throwing = THROWING.flatMap(([code, pattern]) => {
    const evidence = findUnguarded(script, pattern)
    return evidence === undefined ? [] : [finding(code, evidence, place)]
  })
  return [
    ...matched,
    ...throwing,
    ...checkHandshake(view),
    ...checkOrigin(view, script),
    ...checkLateHandler(view, script),
    ...checkPermissions(view, script),
  ]
}

/** Beyond this it is a bundle, and a word that is missing proves nothing. */
const LONGEST_BY_HAND = 40_000

// With the comments: in a bundle, what looks like the beginning of one may stand in a text.
function checkHandshake({ scan, uri, script }: ViewDocument): Finding[] {
  const place = { resourceUri: uri }
  // What is loaded or imported may do it, or the half of a script that was cut off.
  const elsewhere =
    scan.strayEnd || scan.scripts.some(({ attributes }) => attributes.has('src')) || /(?<![\w$.])import[\s({*"']/.test(script)
  if (scan.scripts.length === 0 || elsewhere) return []
  if (!/ui\/initialize/.test(script))
    return [finding(silentCode(script), `${script.length} characters of script, none of them "ui/initialize"`, place)]
  const missing: readonly (readonly [FindingCode, RegExp, boolean])[] = [
    ['script-no-app-info', /\bappInfo\b/, true],
    ['script-no-app-capabilities', /\bappCapabilities\b/, true],
    ['script-no-protocol-version', /\bprotocolVersion\b/, true],
    ['view-not-initialized', /ui\/notifications\/initialized/, true],
    ['script-answer-ignored', /error|catch/i, script.length < LONGEST_BY_HAND],
    ['script-posts-to-itself', /\bparent\b/, /postMessage\(/.test(script)],
  ]
  const old = /protocolVersion["']?\s*:\s*["'](?:2025-11-21|2024-11-05|2025-03-26|2025-06-18|2025-11-25)["']/.exec(script)
  return [
    ...missing
      .filter(([, word, applies]) => applies && !word.test(script))
      .map(([code, word]) =>
        finding(
          code,
          `the scripts send ui/initialize and nowhere have ${word.source.replaceAll('\\b', '').replaceAll('\\', '')}`,
          place,
        ),
      ),
    ...(old ? [finding('script-old-version', old[0], place)] : []),
  ]
}

/** What a view without ui/initialize speaks instead. */
function silentCode(script: string): FindingCode {
  if (/["'`]initialize["'`]/.test(script) && /postMessage/.test(script)) return 'script-mcp-initialize'
  if (/\bwindow\.openai\b/.test(script)) return 'script-openai-only'
  if (/ui-lifecycle-iframe-ready|\btype\s*:\s*["'](?:tool|prompt|intent|notify|link)["']/.test(script))
    return 'script-mcp-ui-only'
  return 'view-silent'
}

const DEMANDED =
  /(?<![\w$.])(?:(?:event|evt|ev|e|msg|message)\.)?origin(?:\s*[!=]==?\s*|\.(?:startsWith|endsWith|includes)\(\s*)["'](?:null|https?:)[^\n]{0,40}/

// In a bundle the origin may be that of anything.
function checkOrigin({ uri }: ViewDocument, script: string): Finding[] {
  const [evidence] = (script.length < LONGEST_BY_HAND && DEMANDED.exec(script)) || []
  return evidence === undefined ? [] : [finding('script-origin-demanded', evidence, { resourceUri: uri })]
}

const CONNECT = /(?<![\w$.])(\w{3,})\.connect\(/

function checkLateHandler({ uri }: ViewDocument, script: string): Finding[] {
  const connected = CONNECT.exec(script)
  // Our own App keeps what came until somebody listens.
  if (!connected || script.includes(PORT_CAPABILITY)) return []
  const handler = new RegExp(`\\b${connected[1]}\\.(ontoolresult|ontoolinput|ontoolinputpartial|ontoolcancelled)\\s*=(?!=)`)
  const late = handler.exec(script.slice(connected.index))
  if (!late || handler.test(script.slice(0, connected.index))) return []
  return [finding('script-handler-late', `${connected[0]}…) comes before ${late[0]}`, { resourceUri: uri })]
}

const FEATURES: readonly (readonly [pattern: RegExp, permissions: readonly string[]])[] = [
  [/navigator\.geolocation\.\w+/, ['geolocation']],
  [/mediaDevices\.getUserMedia/, ['camera', 'microphone']],
  [/navigator\.clipboard\.write\w*/, ['clipboardWrite']],
]

function checkPermissions({ uri, permissions }: ViewDocument, script: string): Finding[] {
  return FEATURES.flatMap(([pattern, wanted]) => {
    const [used] = pattern.exec(script) ?? []
    if (used === undefined || wanted.some((name) => permissions[name] !== undefined)) return []
    return [finding('script-permission-undeclared', `${used} needs ${wanted.join(' or ')}`, { resourceUri: uri })]
  }).slice(0, 1)
}
