import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { loadChunk } from '../../packages/casement/src/host/lazy.ts'
import { fc } from '../seeded-fast-check.ts'
import { explore, FUZZ } from './explore.ts'
import { FuzzedHost, type Handled, settled, type Step, steps, type Wire } from './fuzzed-host.ts'
import { idToAnswer, keyOf, TOOLS } from './hostile-view.ts'

const ASKED = new Set(['ui/open-link', 'ui/download-file', 'ui/message', 'sampling/createMessage'])
const PER_TEN_SECONDS: Readonly<Record<string, number>> = {
  'ui/message': 10,
  'ui/open-link': 10,
  'ui/download-file': 10,
  'sampling/createMessage': 5,
  'notifications/message': 300,
}
const WHILE_CLOSING = /^(?:tools\/call|resources\/read|notifications\/message|dev\.casement\/state\/)/

/** The independent model of the gate: why something that reached a handler should not have. */
function trespass({ method, params, stage }: Handled, { asked }: FuzzedHost): string | undefined {
  const { name, uri, url, mode } = (params ?? {}) as Record<string, unknown>
  if (method === 'resources/unsubscribe') return undefined // the host does this at the end
  if (stage === 'closed') return 'the View is closed'
  if (stage === 'closing' && !WHILE_CLOSING.test(method)) return 'the View is being closed'
  if (method === 'tools/call' && !TOOLS[String(name)]) return `the tool ${String(name)}`
  if (/^resources\/(?:read|subscribe)$/.test(method) && !String(uri).startsWith('ui://mine/'))
    return `the resource ${String(uri)}`
  if (method === 'ui/open-link' && !/^https?:\/\/[^@\s]+$/.test(String(url))) return `the link ${String(url)}`
  if (method === 'ui/request-display-mode' && mode !== 'inline' && mode !== 'pip') return `the mode ${String(mode)}`
  // The user agreed to exactly what is done.
  const isAgreed = (): boolean =>
    asked.some(
      (question) => question.allowed && question.method === method && JSON.stringify(question.params) === JSON.stringify(params),
    )
  if (ASKED.has(method) && !isAgreed()) return 'without consent'
  return hasForbiddenKey(params) ? 'a forbidden key' : undefined
}

function hasForbiddenKey(value: unknown): boolean {
  if (typeof value !== 'object' || value === null) return false
  return Object.entries(value).some(
    ([key, member]) => /^(?:__proto__|constructor|prototype)$/.test(key) || hasForbiddenKey(member),
  )
}

/** The methods that were handled more often than their budgets allow. */
const overspent = ({ handled, wound }: FuzzedHost): string[] =>
  Object.entries(PER_TEN_SECONDS)
    .filter(([method, limit]) => handled.filter((one) => one.method === method).length > limit * (1 + wound / 10_000))
    .map(([method]) => method)

/** The number of responses by id, and how many there must be. */
function unanswered({ sent, posted, isEnded }: FuzzedHost): string[] {
  const cancelled = new Set(
    posted.flatMap((message) =>
      (message as Wire | undefined)?.method === 'notifications/cancelled' ? [keyOf((message as Wire).params?.['requestId'])] : [],
    ),
  )
  const count = (ids: readonly unknown[]): Map<string, number> => {
    const counts = new Map<string, number>()
    for (const id of ids) counts.set(keyOf(id), (counts.get(keyOf(id)) ?? 0) + 1)
    return counts
  }
  const due = count(posted.map(idToAnswer).filter((id) => id !== undefined))
  const got = count(sent.filter(({ id, method }) => id !== undefined && method === undefined).map(({ id }) => id))
  return [...new Set([...due.keys(), ...got.keys()])].flatMap((key) => {
    const [wanted, found] = [due.get(key) ?? 0, got.get(key) ?? 0]
    const isRight = found <= wanted && (found === wanted || isEnded || cancelled.has(key))
    return isRight ? [] : [`${key}: ${found} responses to ${wanted} requests`]
  })
}

/**
 * Messages to a View that are out of order: nothing before its handshake, input and outcome once per handshake, no partial input
 * after them.
 */
function disorder({ sent, posted }: FuzzedHost): string[] {
  const faults: string[] = []
  const told: string[] = []
  let isIntroduced = false
  for (const { id, method, result } of sent) {
    if (result && 'hostContext' in result) isIntroduced = true
    if (method === undefined || id !== undefined) continue
    if (!isIntroduced && method !== 'notifications/progress') faults.push(`${method} before the handshake`)
    if (method.endsWith('/tool-input-partial') && told.some((earlier) => ONCE.test(earlier)))
      faults.push('a partial input after the input or the outcome')
    told.push(method)
  }
  const handshakes = posted.filter((message) =>
    /^(?:ui\/)?notifications\/initialized$/.test(String((message as Wire | undefined)?.method)),
  )
  for (const once of [/\/tool-input$/, /\/tool-(?:result|cancelled)$/])
    if (told.filter((method) => once.test(method)).length > handshakes.length)
      faults.push(`${String(once)} more often than handshakes`)
  return faults
}

const ONCE = /\/tool-(?:input|result|cancelled)$/

/** The resources with a subscription, as the server sees it. */
function subscribed({ handled }: FuzzedHost): string[] {
  const open = new Set<string>()
  for (const { method, params } of handled) {
    const { uri } = (params ?? {}) as { uri?: string }
    if (method === 'resources/subscribe') open.add(String(uri))
    if (method === 'resources/unsubscribe') open.delete(String(uri))
  }
  return [...open]
}

const rejections: unknown[] = []
const onRejection = (reason: unknown): void => void rejections.push(reason)
beforeAll(async () => {
  process.on('unhandledRejection', onRejection)
  // Names of downloads come from the lazy chunk, and a hand-wound clock does not wait for a file.
  await loadChunk()
})
afterAll(() => void process.off('unhandledRejection', onRejection))

/** Plays a case to its end, and returns everything that should not have happened. */
async function play(plan: readonly Step[], way: 'relay' | 'port'): Promise<readonly string[]> {
  rejections.length = 0
  const host = new FuzzedHost()
  await host.connect()
  if (way === 'port') await host.moveToPort()
  for (const step of plan) await host.run(step)
  if (!host.isEnded) {
    // Requests from before the handshake may be queued until it is complete.
    await host.run({ do: 'initialize', id: 1000 })
    await host.settle()
    await host.run({ do: 'initialized' })
  }
  for (let pause = 0; pause < 4; pause++) {
    await host.settle()
    await host.run({ do: 'wind', ms: 500 })
  }
  await host.settle()
  const internal = host.sent.filter(({ error }) => error?.code === -32603)
  return [
    ...unanswered(host),
    ...host.handled.flatMap((one) => trespass(one, host) ?? []),
    ...disorder(host),
    ...overspent(host),
    ...internal.map(({ id }) => `an internal error in response to ${id}`),
    ...(await leftOver(host)),
    ...rejections.map((reason) => `an unhandled rejection: ${String(reason)}`),
  ]
}

/** Messages, handlers and pending work after the end, whatever the View sends. */
async function leftOver(host: FuzzedHost): Promise<string[]> {
  await host.bridge.close()
  host.end()
  await settled()
  await Promise.all(host.promises)
  const { sent, handled } = host
  const [wasSent, wasHandled] = [sent.length, handled.length]
  for (const method of ['ping', 'tools/call', 'ui/open-link', 'ui/initialize'])
    host.post({ jsonrpc: '2.0', id: 5000, method, params: { name: 'both', url: 'https://a.example/' } })
  await settled()
  return [
    ...subscribed(host).map((uri) => `a subscription to ${uri}`),
    ...(host.clock.armed() > 0 ? [`${host.clock.armed()} timers`] : []),
    ...sent.slice(wasSent).map((message) => `sent after the end: ${JSON.stringify(message)}`),
    ...handled.slice(wasHandled).map(({ method }) => `handled after the end: ${method}`),
  ]
}

describe('the bridge and a hostile View: one response per request, no way past the gate, nothing left at the end', () => {
  test('through the relay', FUZZ, () =>
    explore(
      fc.asyncProperty(steps, async (plan) => {
        expect(await play(plan, 'relay')).toEqual([])
      }),
      { runs: 1500 },
    ),
  )
  test('through a port of its own', FUZZ, () =>
    explore(
      fc.asyncProperty(steps, async (plan) => {
        expect(await play(plan, 'port')).toEqual([])
      }),
      { runs: 250 },
    ),
  )
})
