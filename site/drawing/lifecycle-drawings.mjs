// From a recording to the drawings of it.
import { sequenceDiagram } from './sequence-diagram.mjs'

/** @typedef {import('casement/testing/trace').Trace} Trace */
/** @typedef {import('casement/testing/trace').MessageRecord} MessageRecord */
/** @typedef {import('./sequence-diagram.mjs').Row} Row */

const LANES = ['Server', 'Host', 'Relay', 'View']
const [SERVER, HOST, RELAY, VIEW] = [0, 1, 2, 3]

/** Actions of the host that are not messages. @type {Readonly<Record<string, string>>} */
const REMARKS = {
  mint: 'the sandbox made a ticket',
  proxy: 'the proxy is ready',
  document: 'it has the document and a port',
}

/** @param {MessageRecord} record */
function partiesOf({ hop, direction, path }) {
  if (hop === 'host-server') return direction === 'to-server' ? { from: HOST, to: SERVER } : { from: SERVER, to: HOST }
  const through = path === 'relay' ? RELAY : undefined
  return direction === 'to-view' ? { from: HOST, to: VIEW, through } : { from: VIEW, to: HOST, through }
}

/** A few words that distinguish one message from the next. @param {Record<string, unknown>} message */
function detailOf({ params, result, error }) {
  const {
    appInfo,
    arguments: args,
    name,
    uri,
    reason,
    height,
    structuredContent,
    protocolVersion,
  } = Object(params ?? result ?? error)
  const told = { name, uri, arguments: args, app: appInfo?.name, reason, height, protocolVersion, structuredContent }
  const kept = Object.entries(told).filter(([, value]) => value !== undefined)
  return kept.length === 0
    ? ''
    : kept.map(([, value]) => (typeof value === 'object' ? JSON.stringify(value) : String(value))).join(' ')
}

/**
 * Every message as an arrow, with the name of what it answers.
 * @param {Trace} trace
 * @returns {Row[]}
 */
export function rowsOf({ records }) {
  /** @type {Map<string, string>} */
  const asked = new Map()
  return records.flatMap((record) => {
    if (record.kind === 'message') return arrowOf(record, asked)
    return record.kind === 'step' ? remarkOf(record.name) : []
  })
}

/**
 * @param {string} step
 * @returns {Row[]}
 */
function remarkOf(step) {
  const label = REMARKS[step]
  return label ? [{ kind: 'remark', lane: step === 'mint' ? HOST : RELAY, label }] : []
}

/**
 * @param {MessageRecord} record
 * @param {Map<string, string>} asked the methods of requests, by who asked whom and the id
 * @returns {Row[]}
 */
function arrowOf(record, asked) {
  const { method: named, id, ...message } = /** @type {{ method?: string, id?: string | number }} */ (record.message)
  // The proxy's own reports, such as scrolling, are not part of the recorded messages.
  if (named?.startsWith('dev.casement/sandbox/')) return []
  const { from, to, through } = partiesOf(record)
  const isAnswer = named === undefined
  if (!isAnswer) asked.set(`${from} ${to} ${id}`, named)
  const method = named ?? asked.get(`${to} ${from} ${id}`) ?? 'unknown'
  const label = isAnswer ? `↩ ${method}` : method
  return [{ kind: 'arrow', from, to, through, method, label, detail: detailOf(message), isAnswer }]
}

/**
 * The three drawings by the names of their files.
 * @param {Trace} trace
 * @returns {Readonly<Record<string, string>>}
 */
export function lifecycleDrawings(trace) {
  const rows = rowsOf(trace)
  const click = rows.findIndex((row) => row.kind === 'arrow' && row.method === 'tools/call' && row.from === VIEW)
  const end = rows.findIndex((row) => row.kind === 'arrow' && row.method === 'ui/resource-teardown')
  if (click < 0 || end < click) throw new Error('the recording has no click, or no end')
  return {
    'lifecycle-mount.svg': sequenceDiagram(LANES, rows.slice(0, click), 'A View is mounted and fed'),
    'lifecycle-click.svg': sequenceDiagram(LANES, rows.slice(click, end), 'A click in the View calls a tool'),
    'lifecycle-end.svg': sequenceDiagram(LANES, rows.slice(end), 'The View is removed'),
  }
}
