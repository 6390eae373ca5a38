import type { FindingCode } from '../catalogue/catalogue.ts'
import { finding, type Finding } from '../catalogue/finding.ts'
import { show } from '../static/fields.ts'
import type { FailureDetails } from './pipe.ts'
import { TIMED_OUT } from './requester.ts'
import type { Target } from './target.ts'

/** Names the reason why a server could not be reached, with its evidence. */
export function explainFailure(error: unknown, target: Target): Finding {
  const messages = messagesOf(error)
  const evidence = messages.join(': ')
  const details = (error as { details?: FailureDetails } | undefined)?.details
  if (details) {
    const code = codeOf(details, evidence)
    const written = details.kind === 'process' ? writtenOf(code, details.output) : ''
    return finding(code, `${evidence}${written}`)
  }
  if (target.kind !== 'stdio') return finding(networkCode(error, evidence), evidence)
  return finding(evidence.includes('not answered') ? 'start-no-answer' : 'start-process-exited', evidence)
}

/** The output that shows the reason. */
function writtenOf(code: FindingCode, output: string): string {
  if (code === 'start-framing') return `: it wrote ${show(output.trim().slice(0, 120))}`
  const line = code === 'start-not-stdio' ? output.split('\n').find((each) => LISTENS.test(each)) : undefined
  return line === undefined ? '' : `: it wrote ${show(line.trim())}`
}

function messagesOf(error: unknown): string[] {
  if (!(error instanceof Error)) return [String(error)]
  return error.cause === undefined ? [error.message] : [error.message, ...messagesOf(error.cause)]
}

function codeOf(details: FailureDetails, evidence: string): FindingCode {
  switch (details.kind) {
    case 'spawn':
      return details.code === 'EACCES' ? 'start-not-executable' : 'start-command-not-found'
    case 'process':
      return processCode(details.output) ?? (details.hasEnded ? 'start-process-exited' : 'start-no-answer')
    case 'status':
      return statusCode(details.status, details.text)
    case 'refused':
      return /session/i.test(evidence) ? 'session-required' : 'connect-initialize-refused'
    default:
      return BY_KIND[details.kind]
  }
}

const BY_KIND = {
  redirect: 'connect-redirected',
  html: 'connect-html',
  'not-json': 'connect-not-json',
  unmatched: 'connect-answer-unmatched',
  'silent-stream': 'connect-stream-silent',
  'content-type': 'connect-content-type',
} as const

const VARIABLE = '\\b[A-Z][A-Z0-9]*_[A-Z0-9_]+\\b'
const LACKS = '(?:required|missing|not set|undefined|unset|must be|not defined|not provided|not found|empty)'

const LISTENS = /(?:listening|running|started|ready|available)[^\n]{0,60}(?:https?:\/\/|port \d|:\d{4,5}\b)/i

/** The output of failing processes, the most specific patterns first. */
const OUTPUTS: readonly (readonly [code: FindingCode, output: RegExp])[] = [
  // Headers as language servers write them, or a message that begins on a line and does not end there.
  ['start-framing', /^Content-Length: *\d+|^\s*[{[]\s*$\s*"?(?:jsonrpc"|\{)/im],
  ['start-port-in-use', /EADDRINUSE|address already in use/i],
  ['start-package-not-found', /npm (?:error|ERR!) (?:code E404|404)|is not in this registry/],
  ['start-npx-prompt', /Need to install the following packages|Ok to proceed\?/],
  ['start-typescript', /ERR_UNKNOWN_FILE_EXTENSION[^\n]*"\.[cm]?tsx?"|Unknown file extension "\.[cm]?tsx?"/],
  [
    'start-module-missing',
    /ERR_MODULE_NOT_FOUND|MODULE_NOT_FOUND|Cannot find (?:module|package)|ModuleNotFoundError|No module named/,
  ],
  [
    'start-runtime-version',
    /EBADENGINE|Unsupported engine|requires? Node(?:\.js)?\b|Node(?:\.js)? version|ERR_REQUIRE_ESM|does not provide an export named|ERR_UNKNOWN_BUILTIN_MODULE|No such built-in module|bad option: --/i,
  ],
  [
    'start-env-missing',
    new RegExp(
      `${VARIABLE}[^\\n]{0,60}${LACKS}|(?:missing|required?|set|provide)[^\\n]{0,60}${VARIABLE}|process\\.env\\.\\w+[^\\n]{0,60}${LACKS}`,
    ),
  ],
  ['start-not-stdio', LISTENS],
]

const processCode = (output: string): FindingCode | undefined => OUTPUTS.find(([, pattern]) => pattern.test(output))?.[0]

const STATUSES: Readonly<Record<number, FindingCode>> = {
  401: 'connect-unauthenticated',
  403: 'connect-forbidden',
  404: 'connect-endpoint-not-found',
  405: 'connect-method-not-allowed',
  406: 'connect-not-acceptable',
  415: 'connect-media-type',
  421: 'connect-host-refused',
  429: 'connect-rate-limited',
}

function statusCode(status: number, text: string): FindingCode {
  if (status === 403 && /\b(?:host|origin)\b/i.test(text)) return 'connect-host-refused'
  if (status === 400 && /session/i.test(text)) return 'session-required'
  return STATUSES[status] ?? (status >= 500 ? 'connect-server-error' : 'connect-failed')
}

const NETWORK: readonly (readonly [code: FindingCode, cause: RegExp])[] = [
  ['connect-refused', /ECONNREFUSED|EHOSTUNREACH|ENETUNREACH/],
  ['connect-host-unknown', /ENOTFOUND|EAI_AGAIN/],
  ['connect-tls-mixed-up', /wrong version number|EPROTO|packet length too long|HPE_INVALID|Parse Error/i],
  ['connect-tls', /CERT|certificate|ERR_TLS/i],
  ['connect-cut-off', /ECONNRESET|UND_ERR_SOCKET|EPIPE|other side closed|terminated/],
  ['connect-timeout', /ETIMEDOUT|UND_ERR_\w*TIMEOUT|not answered in/],
]

function networkCode(error: unknown, evidence: string): FindingCode {
  const codes = codesOf(error).join(' ')
  if (codes.includes(TIMED_OUT)) return 'connect-timeout'
  return NETWORK.find(([, cause]) => cause.test(`${codes} ${evidence}`))?.[0] ?? 'connect-failed'
}

function codesOf(error: unknown): string[] {
  if (!(error instanceof Error)) return []
  const own = 'code' in error ? [String(error.code)] : []
  return [...own, ...codesOf(error.cause)]
}
