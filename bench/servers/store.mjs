// A gateway with its embedded store, and what the suites of the store do in it: node store.mjs strict|relaxed
// Each message is a task; the response is what it measured.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createGateway } from '../../packages/gateway/dist/index.js'

/** @typedef {{ task: 'write', writers: number, seconds: number }} WriteTask */
/** @typedef {{ task: 'fill', conversations: number, entries: number }} FillTask */
/** @typedef {{ task: 'list' | 'next page' | 'open' | 'search', count: number }} ReadTask */

const dataDir = mkdtempSync(join(tmpdir(), 'casement-bench-'))
const durability = process.argv[2] === 'relaxed' ? 'relaxed' : 'strict'
const gateway = await createGateway({ port: 0, dataDir, pages: dataDir, durability, snapshotDays: 0 })
await gateway.ready
const base = `http://localhost:${gateway.port}/api/conversations`
const headers = { Authorization: `Bearer ${gateway.secret}`, 'Content-Type': 'application/json' }
const WORDS = 'the weather in Rome is fine and the ferry to Naples leaves at nine from the second pier '

/** @param {string} method @param {string} path @param {object} [body] */
async function send(method, path, body) {
  const response = await fetch(`${base}${path}`, { method, headers, ...(body && { body: JSON.stringify(body) }) })
  const text = await response.text()
  if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${text.slice(0, 200)}`)
  return { text, next: /<\/api\/conversations(\?[^>]*)>/.exec(response.headers.get('link') ?? '')?.[1] ?? '' }
}

/** @param {string} id */
const message = (id) => ({
  kind: 'message',
  id,
  at: 1,
  role: 'user',
  by: 'person',
  content: [{ type: 'text', text: `${id} ${WORDS}` }],
})

/** Writes per second, each acknowledged. @param {WriteTask} task */
async function write({ writers, seconds }) {
  const conversation = crypto.randomUUID()
  await send('POST', '', { id: conversation, title: 'Writes' })
  const start = performance.now()
  let written = 0
  const end = start + seconds * 1000
  await Promise.all(
    Array.from({ length: writers }, async (_, writer) => {
      for (let turn = 0; performance.now() < end; turn++) {
        await send('PUT', `/${conversation}/entries/${writer}-${turn}`, message(`${writer}-${turn}`))
        written++
      }
    }),
  )
  return (written * 1000) / (performance.now() - start)
}

/** @param {FillTask} task */
async function fill({ conversations, entries }) {
  let next = 0
  await Promise.all(
    Array.from({ length: 32 }, async () => {
      for (let index = next++; index < conversations; index = next++) {
        await send('POST', '', { id: `c${index}`, title: `Conversation ${index}` })
        for (let entry = 0; entry < entries; entry++)
          await send('PUT', `/c${index}/entries/e${entry}`, message(entry === 0 ? `e0 only${index}` : `e${entry}`))
      }
    }),
  )
  return 0
}

/** The 99th percentile, in milliseconds. @param {ReadTask} task */
async function read({ task, count }) {
  const times = []
  let next = ''
  for (let turn = 0; turn < count; turn++) {
    const any = (turn * 37) % 1000
    const path = {
      list: '',
      'next page': next,
      open: `/c${any}`,
      search: `?search=${turn % 2 ? 'Conversation%20' : 'only'}${any}`,
    }
    const start = performance.now()
    const found = await send('GET', path[task])
    times.push(performance.now() - start)
    next = found.next
    if (task === 'search' && !found.text.includes(`"c${any}"`)) throw new Error(`The search for ${path.search} found nothing`)
  }
  return times.toSorted((a, b) => a - b)[Math.floor(count * 0.99)] ?? Number.NaN
}

process.on('message', async (/** @type {WriteTask | FillTask | ReadTask} */ task) => {
  const result = task.task === 'write' ? write(task) : task.task === 'fill' ? fill(task) : read(task)
  process.send?.(await result)
})
process.on('disconnect', async () => {
  await gateway.close()
  rmSync(dataDir, { recursive: true })
  process.exit()
})
process.send?.('ready')
