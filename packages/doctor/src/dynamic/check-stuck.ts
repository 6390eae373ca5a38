import { finding, type Finding } from '../catalogue/finding.ts'
import type { FindingCode } from '../catalogue/catalogue.ts'
import { asText, isFields, show } from '../static/fields.ts'
import { nearest } from '../static/nearest.ts'
import { detectSdk } from '../static/detect-sdk.ts'
import { excerpt, writePlace } from '../static/source-location.ts'
import type { ViewDocument, ViewProgram } from '../static/view-document.ts'
import type { Reference } from '../static/script-syntax.ts'
import { explainMessage } from './explain-message.ts'
import type { Observation } from './observation.ts'
import { isPlaceholder } from './observe-view.ts'
import type { Watched, WatchedException } from './watched.ts'
import { requestsOf } from './wire-log.ts'

type Cause = readonly [code: FindingCode, evidence: string]

/** Finds out why a View is blank or shows its placeholder: pending operations and caught errors. */
export function checkStuck(observation: Observation): Finding[] {
  const { shown, uri, end, investigation, result } = observation
  const isStuck = !shown || shown.light.isBlank || isPlaceholder(shown.measures.text)
  const watched = investigation?.watched ?? shown?.watched
  if (!isStuck || end || !watched) return []
  const cause = CAUSES.map((find) => find(observation, watched)).find((each) => each !== undefined)
  if (cause) return [finding(cause[0], cause[1], { resourceUri: uri })]
  if (!shown || shown.light.isBlank || result === undefined || result['isError'] === true) return []
  return [finding('data-never-shown', `it still shows ${show(shown.measures.text.trim())}`, { resourceUri: uri })]
}

const CAUSES: readonly ((observation: Observation, watched: Watched) => Cause | undefined)[] = [
  strayMessage,
  missingElement,
  refusedRequest,
  swallowed,
  unconnectedSdk,
  otherNotification,
  structuredUnreturned,
  failedWait,
  pendingWait,
  lateEvent,
  otherProtocol,
  unfiredEvent,
  readsLocation,
  readsOpenai,
]

const errorsOf = ({ record, investigation }: Observation): string[] =>
  [...record.reports, ...(investigation?.record.reports ?? [])]
    .filter(({ kind }) => kind === 'error' || kind === 'rejection')
    .map(({ message }) => asText(message))

function strayMessage({ record }: Observation, { astray }: Watched): Cause | undefined {
  const [first] = astray
  // A View that speaks to its host as well is not stuck because of that.
  if (!first || record.wire.some(({ direction, message }) => direction === 'from-view' && message['method'] === 'ui/initialize'))
    return undefined
  return first.reason === 'own-window'
    ? ['script-posts-to-itself', `the View posts to its own window (window.postMessage), not to window.parent: ${first.message}`]
    : ['wire-not-object', `the View posts an array (a JSON-RPC batch): ${first.message}`]
}

const DATA_NOTIFICATIONS = [
  'ui/notifications/tool-result',
  'ui/notifications/tool-input',
  'ui/notifications/tool-input-partial',
  'ui/notifications/tool-cancelled',
]

/** A View by hand that handles notifications with data, and none of those that came. */
function otherNotification({ document, shown }: Observation, { delivered }: Watched): Cause | undefined {
  if (!document || !shown || document.script.length >= MAX_BY_HAND) return undefined
  const known = DATA_NOTIFICATIONS.filter((method) => document.programs.some(({ uses }) => uses?.strings.has(method)))
  const came = DATA_NOTIFICATIONS.filter((method) => delivered.includes(method))
  const awaited = known.filter((method) => method !== 'ui/notifications/tool-cancelled')
  if (awaited.length === 0 || came.length === 0 || came.some((method) => known.includes(method))) return undefined
  return ['wait-notification', `it draws with ${awaited.join(' or ')} only, and the host sent ${came.join(' and ')}`]
}

// Beyond this it is a bundle.
const MAX_BY_HAND = 40_000

function missingElement(observation: Observation, { missing, caught }: Watched): Cause | undefined {
  const messages = [...errorsOf(observation), ...caught.map(({ message }) => message)]
  const error = messages.find((message) => /\bnull\b|not a (?:DOM|valid) element|container/i.test(message))
  const selector = missing.at(-1)
  if (error === undefined || selector === undefined) return undefined
  const ids = observation.document?.scan.elements.flatMap(({ attributes }) => attributes.get('id') ?? []) ?? []
  const meant = selector.startsWith('#') ? (nearest(selector.slice(1), ids) ?? ids[0]) : undefined
  const has = meant === undefined ? '' : `; the document has #${meant}`
  return ['script-element-missing', `${selector} matches nothing${has}, and the script fails with: ${error}`]
}

// Libraries probe for features, and continue without them.
const isProbe = ({ message }: WatchedException): boolean => /^(SecurityError|EvalError|AbortError|NotAllowedError)/.test(message)

function swallowed({ document, shown }: Observation, { caught }: Watched): Cause | undefined {
  const own = caught.filter((each) => !isProbe(each))
  const chosen = own.findLast(({ after }) => after === 'ui/notifications/tool-result') ?? own.at(-1)
  if (!chosen) return undefined
  const where = chosen.at === undefined || !document ? 'by a promise' : `at ${writePlace(document, chosen.at)}`
  const when = chosen.after === '' ? 'before it connected' : `after ${chosen.after}`
  const effect = shown ? 'and showed nothing' : 'and did not connect'
  return ['code-swallowed', `${explainMessage(chosen.message)}: caught ${where} ${when}, ${effect}`]
}

/** A request to the host that the View needs the response of. */
function refusedRequest({ record }: Observation): Cause | undefined {
  const failed = requestsOf(record, 'from-view').find(
    ({ method, answer }) => answer?.error !== undefined && method !== 'ui/initialize' && method !== 'initialize',
  )
  if (!failed?.answer?.error) return undefined
  const { code, message } = failed.answer.error
  return ['wait-failed', `${failed.method} ${show(failed.params)} was answered with ${asText(code)} ${asText(message)}`]
}

/** An SDK that is there, did nothing and failed nowhere. */
function unconnectedSdk(observation: Observation): Cause | undefined {
  const { document, record } = observation
  const sdk = document && sdkOf(document)
  const isSilent = !record.wire.some(
    ({ direction, message }) => direction === 'from-view' && message['method'] === 'ui/initialize',
  )
  if (sdk === undefined || !isSilent || errorsOf(observation).length > 0) return undefined
  return ['sdk-not-connected', `the View contains ${sdk}, and connect() was never called: no ui/initialize was sent`]
}

/** The SDK in a document that speaks the protocol on its own. */
function sdkOf(document: ViewDocument): string | undefined {
  const { name } = detectSdk(document) ?? {}
  return name === 'casement' || name === '@modelcontextprotocol/ext-apps' ? name : undefined
}

function structuredUnreturned(observation: Observation): Cause | undefined {
  const { result, document } = observation
  const reads = document?.script.includes('structuredContent') ?? false
  const fails = errorsOf(observation).some((message) => /undefined/.test(message))
  if (!reads || !fails || !isFields(result) || result['structuredContent'] !== undefined || result['isError'] === true)
    return undefined
  return ['data-structured-unreturned', `the result has ${Object.keys(result).join(', ')} and no structuredContent`]
}

function failedWait(_: Observation, { waits }: Watched): Cause | undefined {
  const failed = waits.findLast(({ state }) => state === 'failed')
  return failed && ['wait-failed', `${failed.what} failed${failed.reason === undefined ? '' : ` with ${failed.reason}`}`]
}

function pendingWait(_: Observation, { waits }: Watched): Cause | undefined {
  const pending = waits.findLast(({ state }) => state === 'pending')
  return pending && ['wait-pending', `${pending.what} is still pending: there is no response`]
}

function lateEvent(_: Observation, { listeners }: Watched): Cause | undefined {
  const late = listeners.find(({ isLate, fired }) => isLate && fired === 0)
  return late && ['wait-event', `it listens for ${late.type}, which had already fired`]
}

// Events that browsers fire on window or document without user actions, or only in some situations.
const STANDARD =
  /^(message|messageerror|error|unhandledrejection|rejectionhandled|load|DOMContentLoaded|readystatechange|pageshow|pagehide|beforeunload|unload|resize|scroll|scrollend|focus|blur|focusin|focusout|click|dblclick|auxclick|contextmenu|input|change|submit|reset|select|selectionchange|keydown|keyup|keypress|wheel|copy|cut|paste|drag.*|drop|mouse.*|pointer.*|touch.*|gesture.*|transition.*|animation.*|visibilitychange|freeze|resume|online|offline|storage|hashchange|popstate|languagechange|orientationchange|device.*|fullscreen.*|composition.*|securitypolicyviolation|before.*|after.*|gotpointercapture|lostpointercapture|toggle|close|cancel|abort|.*\\.\\w+)$/

function unfiredEvent(_: Observation, { listeners }: Watched): Cause | undefined {
  const custom = listeners.find(({ type, fired }) => fired === 0 && !STANDARD.test(type))
  return custom && ['wait-event', `it listens for "${custom.type}" on the window, which no MCP Apps host fires`]
}

type Found = { readonly program: ViewProgram; readonly use: Pick<Reference, 'start' | 'end'> }

function findUse(document: ViewDocument | undefined, matches: (use: Reference) => boolean): Found | undefined {
  for (const program of document?.programs ?? []) {
    const use = program.uses?.references.find((each) => !each.binding && matches(each))
    if (use) return { program, use }
  }
  return undefined
}

function otherProtocol({ document }: Observation): Cause | undefined {
  // The comparisons of an SDK are not those of the View.
  if (document && sdkOf(document) !== undefined) return undefined
  for (const program of document?.programs ?? []) {
    const compared = program.uses?.comparisons.find(
      ({ path, text }) =>
        /(^|\.)(type|kind|event|action|channel)$/.test(path) && !text.startsWith('ui/') && /\w[-_:.]\w|^[a-z]+[A-Z]/.test(text),
    )
    if (document && compared) return ['wait-protocol', `it waits for ${excerpt(document, program, compared)}`]
  }
  return undefined
}

function readsLocation({ document }: Observation): Cause | undefined {
  const found = findUse(document, ({ path }) =>
    /^(?:document\.)?location\.(search|hash|pathname|searchParams)\b|^document\.(?:referrer|URL)$|^name$/.test(path),
  )
  if (!found || !document) return undefined
  const code = excerpt(document, found.program, found.use)
  const what = /search|referrer|URL/.test(code) ? 'the query string' : /pathname/.test(code) ? 'a route from the path' : 'its URL'
  return ['wait-location', `it reads ${what}: ${code}`]
}

function readsOpenai({ document }: Observation): Cause | undefined {
  const found = findUse(document, ({ path }) => /^openai(\.|$)/.test(path))
  return found && document && ['wait-openai', `it reads window.openai: ${excerpt(document, found.program, found.use)}`]
}
