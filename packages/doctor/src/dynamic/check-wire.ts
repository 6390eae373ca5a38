import { SUPPORTED_PROTOCOL_VERSIONS } from 'casement/host'
import { viewToHost } from 'casement/protocol'
import { finding, type Finding } from '../catalogue/finding.ts'
import type { FindingCode } from '../catalogue/catalogue.ts'
import { asText, fieldsOf, isFields, show, type Fields } from '../static/fields.ts'
import { GOODBYE } from './mount-record.ts'
import type { Observation } from './observation.ts'
import { noteAt, requestsOf, type Exchange } from './wire-log.ts'

type Report = (code: FindingCode, evidence: string) => void

/** What is wrong with what a View said and did not say. */
export function checkWire(observation: Observation): Finding[] {
  const found = new Map<string, Finding>()
  // One of each is enough to act on.
  const report: Report = (code, evidence) => {
    if (!found.has(code)) found.set(code, finding(code, evidence, { resourceUri: observation.uri }))
  }
  const requests = requestsOf(observation.record, 'from-view')
  checkHandshake(observation, requests, report)
  checkMessages(observation, report)
  checkAnswers(requests, observation.toolNames, report)
  checkRefusal(observation, report)
  const teardown = requestsOf(observation.record, 'to-view').find(({ method }) => method === 'ui/resource-teardown')
  if (teardown && !teardown.answer) report('wire-teardown-unanswered', 'ui/resource-teardown was sent, and no answer came')
  if (observation.shown?.trustsAnybody)
    report('wire-source-unchecked', 'it showed a tool-result that its own window had posted, not window.parent')
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
  const done = noteAt(record, 'ui/notifications/initialized')
  const early = requests.find(({ method, at }) => at < (done ?? Infinity) && !['ui/initialize', 'ping'].includes(method))
  if (early) report('wire-request-early', `${early.method} came before ui/notifications/initialized`)
}

/** What looks as if it were meant to be a message of the protocol, and is none. */
function checkMessages({ record }: Observation, report: Report): void {
  for (const { direction, message, refused } of record.wire) {
    if (direction === 'to-view') continue
    const { method, id } = message
    const isMeant = 'jsonrpc' in message || typeof method === 'string'
    if (refused !== undefined && message['jsonrpc'] === '2.0' && isKnown(asText(method)))
      report('wire-params-invalid', `${asText(method)} was refused: ${refused}: ${show(message['params'])}`)
    else if (refused !== undefined && isMeant) report('wire-malformed', `${refused}: ${show(message)}`)
    else if (typeof method === 'string' && id === undefined && method.startsWith('ui/') && !isKnown(method))
      report('wire-method-unknown', `the notification ${method}`)
  }
}

const isKnown = (method: string): boolean => Object.values(viewToHost).some((entry) => entry.method === method)

const METHOD_NOT_FOUND = -32_601
const INVALID_PARAMS = -32_602

function checkAnswers(requests: readonly Exchange[], toolNames: readonly string[], report: Report): void {
  for (const { method, params, answer } of requests) {
    const error = answer?.error
    if (!error || method === 'ui/initialize' || method === 'initialize') continue
    const evidence = `${describe(method, params)} was answered with ${asText(error['code'])} ${asText(error['message'])}`
    if (method === 'tools/call')
      report(toolNames.includes(asText(params['name'])) ? 'wire-call-failed' : 'wire-tool-unlisted', evidence)
    else if (error['code'] === METHOD_NOT_FOUND && !isKnown(method)) report('wire-method-unknown', evidence)
    else if (error['code'] === INVALID_PARAMS) report('wire-params-invalid', `${evidence}: ${show(params)}`)
  }
}

const describe = (method: string, params: Fields): string =>
  method === 'tools/call' ? `tools/call ${asText(params['name'])}` : method

/** The answer was held back inside of the View, and then turned into an error. */
function checkRefusal({ refused }: Observation, report: Report): void {
  const done = refused && noteAt(refused, 'ui/notifications/initialized')
  if (!refused || done === undefined) return
  const held = refused.wire.findIndex(({ message }) => fieldsOf(message['params'])['logger'] === GOODBYE)
  if (done < held) report('wire-initialized-early', 'ui/notifications/initialized came before ui/initialize was answered')
  else report('script-answer-ignored', 'ui/initialize was answered with an error, and it sent ui/notifications/initialized')
}
