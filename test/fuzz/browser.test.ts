import { randomUUID } from 'node:crypto'
import { chromium, type Browser } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { HostRecord } from '../../packages/conformance/src/attacks/evidence.ts'
import type { AttackedHost } from '../../packages/conformance/src/hosts/attacked-host.ts'
import { startCasementHost } from '../../packages/conformance/src/hosts/casement-host.ts'
import { CHROMIUM_ARGS, findChromium } from '../../scripts/browser.mjs'
import { fc } from '../seeded-fast-check.ts'
import { explore, FUZZ } from './explore.ts'
import { idToAnswer, viewMessage } from './hostile-view.ts'

let host: AttackedHost
let browser: Browser
beforeAll(async () => {
  host = await startCasementHost()
  const executablePath = findChromium()
  browser = await chromium.launch({ args: CHROMIUM_ARGS, ...(executablePath && { executablePath }) })
})
afterAll(async () => {
  await browser.close()
  await host.close()
})

// The relay drops messages that only it and the host may send, and a View that asks to be closed is closed. A handshake in
// between starts a new document, which does not receive the responses to the previous one.
const RESERVED = /sandbox|request-teardown|"(?:ui\/)?initialize"/
const HANDSHAKE = { protocolVersion: '2026-01-26', appInfo: { name: 'fuzz', version: '1' }, appCapabilities: {} }

/** A message as JSON, under an id of its own, with the tool names of this host's server. */
function prepare(message: unknown, index: number): { text: string; id?: string } {
  const id = idToAnswer(message) === undefined ? undefined : `fuzz ${index}`
  const copy: unknown = id === undefined ? message : { ...(message as object), id }
  const text = (attempt(() => JSON.stringify(copy)) ?? 'null')
    .replaceAll('"app-only"', '"app_tool"')
    .replaceAll('"model-only"', '"model_tool"')
  return { text, ...(id !== undefined && text.includes(id) && { id }) }
}

/** A View that sends the messages after a handshake, and says how often each id was answered. */
const fuzzView = (messages: readonly string[], due: readonly string[]): string => `<!doctype html><body><script>
const counts = {}
addEventListener('message', ({ data }) => {
  if (data && data.method === undefined && data.id !== undefined) counts[data.id] = (counts[data.id] ?? 0) + 1
})
const send = (message) => parent.postMessage(message, '*')
const until = async (id) => { while (!counts[id]) await new Promise((resolve) => setTimeout(resolve, 5)) }
;(async () => {
  send({ jsonrpc: '2.0', id: 'hello', method: 'ui/initialize', params: ${JSON.stringify(HANDSHAKE)} })
  await until('hello')
  send({ jsonrpc: '2.0', method: 'ui/notifications/initialized', params: {} })
  for (const text of ${JSON.stringify(messages).replaceAll('<', String.raw`\u003c`)}) send(JSON.parse(text))
  const answered = Promise.all(${JSON.stringify(due)}.map(until))
  await Promise.race([answered, new Promise((resolve) => setTimeout(resolve, 15000))])
  send({ jsonrpc: '2.0', id: 'end', method: 'ping' })
  await until('end')
  console.log('fuzz:done ' + JSON.stringify(counts))
})()
</script></body>`

/** Shows the View, and returns everything that should not have happened. */
async function play(batch: readonly unknown[]): Promise<string[]> {
  const sent = batch.map(prepare).filter(({ text }) => !RESERVED.test(text))
  const run = randomUUID()
  const due = sent.flatMap(({ id }) => id ?? [])
  const attacker = {
    html: fuzzView(
      sent.map(({ text }) => text),
      due,
    ),
  }
  const address = host.stage(run, { attacker, victim: undefined, secret: run, naivePolicy: false, chunkMissing: false })
  const page = await browser.newPage()
  try {
    const done = page.waitForEvent('console', { predicate: (line) => line.text().startsWith('fuzz:done '), timeout: 60_000 })
    await page.goto(address)
    const counts = JSON.parse((await done).text().slice('fuzz:done '.length)) as Record<string, number>
    const record = await page.evaluate<HostRecord>('attackPage.collect()')
    await page.evaluate('attackPage.dispose()')
    return [
      ...due.filter((id) => counts[id] !== 1).map((id) => `${id}: ${counts[id] ?? 0} responses`),
      ...record.errors.map((error) => `an error in the host page: ${error}`),
      ...record.calls.filter((call) => !/^attacker\/(?:app_tool|show)$/.test(call)).map((call) => `called ${call}`),
      ...record.reads.filter((uri) => !uri.startsWith('ui://attacker/')).map((uri) => `read ${uri}`),
      ...record.links.map((url) => `opened ${url} without a click`),
      ...record.files.map((file) => `saved ${file} without a click`),
      ...(record.polluted ? ['a polluted prototype'] : []),
      ...(record.chats > 10 ? [`${record.chats} messages`] : []),
    ]
  } finally {
    await page.close()
  }
}

test('a View in a real frame: one response per request, no way past the gate, no error in the host page', FUZZ, () =>
  explore(
    fc.asyncProperty(fc.array(viewMessage, { minLength: 60, maxLength: 120, size: 'max' }), async (batch) => {
      expect(await play(batch)).toEqual([])
    }),
    { runs: 4, shrink: false },
  ),
)

function attempt<T>(action: () => T): T | undefined {
  try {
    return action()
  } catch {
    return undefined
  }
}
