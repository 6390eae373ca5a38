import { SUPPORTED_PROTOCOL_VERSIONS } from 'casement/host'
import { viewToHost } from 'casement/protocol'
import { finding, type Finding } from '../catalogue/finding.ts'
import type { FindingCode } from '../catalogue/catalogue.ts'
import { asText, fieldsOf, isFields, show, type Fields } from '../static/fields.ts'
import { nearest } from '../static/nearest.ts'
import { suggestion } from '../static/known-methods.ts'
import { findMismatch } from '../static/schema-mismatch.ts'
import { describeAction } from './check-life.ts'
import { GOODBYE, type MountRecord } from './mount-record.ts'
import type { Observation } from './observation.ts'
import { noteAt, requestsOf, type Exchange } from './wire-log.ts'

type Report = (code: FindingCode, evidence: string) => void

/** Problems of a View's messages while it was mounted and used. */
export function checkWire(observation: Observation): Finding[] {
  const found = new Map<string, Finding>()
  // One of each is enough to act on.
  const report: Report = (code, evidence) => {
    if (!found.has(code)) found.set(code, finding(code, evidence, { resourceUri: observation.uri }))
  }
  const { record, used } = observation
  const requests = requestsOf(record, 'from-view')
  checkHandshake(observation, requests, report)
  checkMessages(record.wire, report)
  checkAnswers(requests, observation.tools, report)
  checkRefusal(observation, report)
  const teardown = requestsOf(record, 'to-view').find(({ method }) => method === 'ui/resource-teardown')
  if (teardown && !teardown.answer) report('wire-teardown-unanswered', 'ui/resource-teardown was sent, and no response arrived')
  if (observation.shown?.trustsAnybody)
    report('wire-source-unchecked', 'it showed a tool-result that its own window had posted, not window.parent')
  for (const [at, action] of used?.actions.entries() ?? []) {
    const until = used?.actions[at + 1]?.messagesBefore ?? Infinity
    const isOwn = (place: number): boolean => place >= action.messagesBefore && place < until
    const reportUse: Report = (code, evidence) => report(code, `after ${describeAction(action)}, ${evidence}`)
    checkMessages(used?.record.wire.slice(action.messagesBefore, until) ?? [], reportUse)
    const own = used ? requestsOf(used.record, 'from-view').filter((request) => isOwn(request.at)) : []
    checkAnswers(own, observation.tools, reportUse)
  }
  return [...found.values()]
}

function checkHandshake({ record }: Observation, requests: readonly Exchange[], report: Report): void {
  const hello = requests.find(({ method }) => method === 'ui/initialize')
  if (!hello) {
    const other = requests.find(({ method }) => method === 'initialize')
    if (other) report('script-mcp-initialize', show(other.params))
    return
  }
  const { appInfo, appCapabilities, protocolVersion } = hello.params
  const info = fieldsOf(appInfo)
  if (typeof info['name'] !== 'string' || typeof info['version'] !== 'string')
    report('script-no-app-info', `ui/initialize has appInfo: ${show(appInfo)}`)
  if (!isFields(appCapabilities))
    report('script-no-app-capabilities', `ui/initialize has appCapabilities: ${show(appCapabilities)}`)
  if (typeof protocolVersion !== 'string')
    report('script-no-protocol-version', `ui/initialize has protocolVersion: ${show(protocolVersion)}`)
  else if (!SUPPORTED_PROTOCOL_VERSIONS.includes(protocolVersion))
    report('script-old-version', `ui/initialize has protocolVersion: ${show(protocolVersion)}`)
  const hellos = requests.filter(({ method }) => method === 'ui/initialize').length
  if (hellos > 1) report('wire-initialize-repeated', `ui/initialize was sent ${hellos} times, a second handshake in one document`)
  const done = noteAt(record, 'ui/notifications/initialized')
  const early = requests.find(({ method, at }) => at < (done ?? Infinity) && !['ui/initialize', 'ping'].includes(method))
  if (early) report('wire-request-early', `${early.method} came before ui/notifications/initialized`)
}

const MCP_UI_ACTIONS = new Set<unknown>(['tool', 'prompt', 'intent', 'notify', 'link'])
const MCP_UI_SIZE = 'ui-size-change'

const sendsSize = (wire: MountRecord['wire']): boolean =>
  wire.some(({ direction, message }) => direction === 'from-view' && message['method'] === 'ui/notifications/size-changed')

/** An object that resembles a protocol message and is not one. */
function checkMessages(wire: MountRecord['wire'], report: Report): void {
  for (const { direction, message, refused } of wire) {
    if (direction === 'to-view') continue
    const { method, id, type, payload } = message
    if (typeof method === 'string' && id === null && method !== '') {
      report('wire-malformed', `the id of ${method} is null; a request needs a string or an integer as its id: ${show(message)}`)
      continue
    }
    const isMeant = 'jsonrpc' in message || typeof method === 'string'
    if (refused !== undefined && message['jsonrpc'] === '2.0' && isKnown(asText(method)))
      report('wire-params-invalid', `${asText(method)} was refused: ${explainParams(asText(method), message, refused)}`)
    else if (refused !== undefined && isMeant) report('wire-malformed', `${refused}: ${show(message)}`)
    else if (!isMeant && type === MCP_UI_SIZE && !sendsSize(wire))
      report('wire-mcp-ui-action', `the View posted ${show(message)}; hosts know ui/notifications/size-changed`)
    else if (!isMeant && MCP_UI_ACTIONS.has(type) && isFields(payload))
      report('wire-mcp-ui-action', `the View posted ${show(message)}`)
    else if (typeof method === 'string' && id === undefined && method.startsWith('ui/') && !isKnown(method))
      report('wire-method-unknown', `the notification ${method}${suggestion(method)}`)
  }
}

const isKnown = (method: string): boolean => Object.values(viewToHost).some((entry) => entry.method === method)

/** Deviations from the specification that lenient hosts, ours among them, correct. */
function problemOf(method: string, { role, content, url }: Fields): string | undefined {
  const hasContent = method === 'ui/message' || (method === 'ui/update-model-context' && content !== undefined)
  if (hasContent && !Array.isArray(content))
    return `content must be an array of content blocks, and is ${content === undefined ? 'missing' : typeof content === 'string' ? 'a string' : 'an object'}`
  if (method === 'ui/message' && role !== 'user') return `role must be "user", and is ${show(role)}`
  if (method !== 'ui/open-link') return undefined
  if (typeof url !== 'string') return `url is required, and is ${show(url)}`
  return URL.canParse(url)
    ? undefined
    : `url must be absolute, such as https://example.com${url.startsWith('/') ? url : `/${url}`}, and is ${show(url)}`
}

/** The reason, and what a content field has to be where it is the usual mistake. */
function explainParams(method: string, { params }: Fields, reason: string): string {
  const { content } = fieldsOf(params)
  const isList = content === undefined || Array.isArray(content)
  const hint = isList
    ? ''
    : `; content must be an array of content blocks, and is ${typeof content === 'string' ? 'a string' : 'an object'}`
  return `${reason}${hint}: ${method} with ${show(params)}`
}

const METHOD_NOT_FOUND = -32_601
const INVALID_PARAMS = -32_602

function checkAnswers(requests: readonly Exchange[], tools: readonly Fields[], report: Report): void {
  checkRepetition(requests, report)
  for (const request of requests) {
    const { method, params, answer } = request
    if (isNotification(method)) {
      report('wire-notification-id', `${method} was sent with an id, as a request`)
      continue
    }
    const problem = problemOf(method, params)
    if (problem !== undefined) {
      report('wire-params-invalid', `${method}: ${problem}: ${show(params)}`)
      continue
    }
    if (method === 'tools/call') checkCall(request, tools, report)
    const error = answer?.error
    if (!error || method === 'tools/call' || method === 'ui/initialize' || method === 'initialize') continue
    const evidence = `${method} was answered with ${asText(error['code'])} ${asText(error['message'])}`
    if (error['code'] === METHOD_NOT_FOUND && !isKnown(method)) report('wire-method-unknown', `${evidence}${suggestion(method)}`)
    else if (method === 'resources/read' && typeof params['uri'] === 'string')
      report('wire-read-failed', `resources/read ${params['uri']}: ${asText(error['code'])} ${asText(error['message'])}`)
    else if (error['code'] === INVALID_PARAMS) report('wire-params-invalid', explainParams(method, { params }, evidence))
  }
}

const isNotification = (method: string): boolean => isKnown(method) && /^(?:ui\/)?notifications\//.test(method)

/** The doctor looks at a View for a few seconds. */
const MAX_REPETITIONS = 20

function checkRepetition(requests: readonly Exchange[], report: Report): void {
  const counts = new Map<string, number>()
  for (const { method, params } of requests) {
    const key = `${method} ${show(params)}`
    counts.set(key, (counts.get(key) ?? 0) + 1)
  }
  const [key, count] = [...counts].find(([, each]) => each > MAX_REPETITIONS) ?? []
  if (key !== undefined) report('wire-flood', `the View sent ${count} times ${key}`)
}

function checkCall({ params, answer }: Exchange, tools: readonly Fields[], report: Report): void {
  const name = asText(params['name'])
  const tool = tools.find((each) => each['name'] === name)
  const said = answer?.error ? `: ${asText(answer.error['code'])} ${asText(answer.error['message'])}` : ''
  if (!tool) {
    const names = tools.map((each) => asText(each['name']))
    const near = nearest(name, names)
    const meant = near === undefined ? `the server lists ${names.join(', ')}` : `did you mean ${near}?`
    return report('wire-tool-unlisted', `tools/call ${name}: no such tool; ${meant}`)
  }
  const schema = tool['inputSchema']
  const mismatch = isFields(schema) ? findMismatch(params['arguments'] ?? {}, schema, 'arguments') : undefined
  if (mismatch !== undefined)
    return report('wire-arguments-mismatch', `tools/call ${name}: ${mismatch}, by its inputSchema${said}`)
  if (!answer?.error) return
  const visibility = fieldsOf(fieldsOf(tool['_meta'])['ui'])['visibility']
  report(
    'wire-call-failed',
    `tools/call ${name}${said}${visibility === undefined ? '' : `; its visibility is ${show(visibility)}`}`,
  )
}

/** The answer was held back inside of the View, and then turned into an error. */
function checkRefusal({ refused }: Observation, report: Report): void {
  const done = refused && noteAt(refused, 'ui/notifications/initialized')
  if (!refused || done === undefined) return
  const held = refused.wire.findIndex(({ message }) => fieldsOf(message['params'])['logger'] === GOODBYE)
  if (done < held) report('wire-initialized-early', 'ui/notifications/initialized came before ui/initialize was answered')
  else report('script-answer-ignored', 'ui/initialize was answered with an error, and it sent ui/notifications/initialized')
}
