import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { fc } from '../../../../../test/seeded-fast-check.ts'
import { handClock } from '../../../../../test/hand-clock.ts'
import { App } from '../app.ts'
import { McpApp } from '../mcp-app/mcp-app.ts'
import { fakePage, type FakePage } from '../test-support/fake-page.ts'
import { hostileClonedMessage, hostileJson, hostileLine } from '../test-support/hostile-messages.ts'

// 20,000 hostile messages for each way into a View: at least 5 in each of 4,000 runs.
const MESSAGES = { minLength: 5, maxLength: 8 }
const RUNS = { numRuns: 4000 }

let page: FakePage
beforeEach(() => {
  page = fakePage()
})
afterEach(() => page.restore())

/** The message that has to arrive behind hostile ones, as each kind of App passes it to its handler. */
const marked = (mark: number): object => ({
  jsonrpc: '2.0',
  method: 'ui/notifications/tool-input',
  params: { arguments: { mark } },
})

interface Subject {
  /** The last mark that a handler of the page received. */
  last(): unknown
  /** Errors that the App passed to `onerror`. */
  errors: unknown[]
}

async function connectApp(capabilities: object): Promise<Subject> {
  const errors: unknown[] = []
  const app = new App({ name: 'fuzzed', version: '1' }, {}, { autoResize: false, runtime: handClock() })
  app.onerror = (error) => errors.push(error)
  let last: unknown
  app.ontoolinput = ({ arguments: args }) => {
    if (args && 'mark' in args) last = args['mark']
  }
  app.ontoolresult = () => void app.data()
  app.onhostcontextchanged = () => {}
  app.addEventListener('toolcancelled', () => {})
  app.subscribe(() => void app.getSnapshot())
  app.registerTool('echo', {}, () => ({ content: [] }))
  const connected = app.connect()
  page.respond({ hostCapabilities: capabilities, hostContext: {} })
  await connected
  // A response may be for a request that waits, so that there always are some.
  app.addEventListener('toolinput', () => {
    app.callServerTool({ name: 'x' }, { onprogress: () => {} }).catch(() => {})
  })
  return { errors, last: () => last }
}

async function connectMcpApp(capabilities: object): Promise<Subject> {
  const errors: unknown[] = []
  const app = new McpApp({ name: 'fuzzed', version: '1' })
  app.onerror = (error) => errors.push(error)
  let last: unknown
  app.ontoolinput = (args) => {
    if ('mark' in args) last = args['mark']
  }
  for (const handler of ['ontoolinputpartial', 'ontoolresult', 'ontoolcancelled', 'onhostcontextchanged'] as const)
    app[handler] = () => {}
  const connected = app.connect()
  page.respond({ hostCapabilities: capabilities, hostContext: {} })
  await connected
  return { errors, last: () => last }
}

const PORT = { experimental: { 'dev.casement/port': {} } }

describe.each([
  ['App', connectApp],
  ['McpApp', connectMcpApp],
] as const)('%s: a hostile message harms neither the page nor the message behind it', (_, connect) => {
  test('from the parent window', async () => {
    const subject = await connect({})
    let mark = 0
    fc.assert(
      fc.property(fc.array(hostileClonedMessage, MESSAGES), (messages) => {
        for (const message of messages) page.fromParent(message)
        page.fromParent(marked(++mark))
        expect(subject.last()).toBe(mark)
        expect(subject.errors).toEqual([])
        expect(page.unhandled).toEqual([])
      }),
      RUNS,
    )
    await page.settled()
    expect([subject.errors, page.unhandled]).toEqual([[], []])
  })

  test('through the port, as lines of one text', async () => {
    const subject = await connect(PORT)
    let mark = 0
    fc.assert(
      fc.property(fc.array(hostileLine, MESSAGES), (lines) => {
        page.throughPort([...lines, JSON.stringify(marked(++mark))].join('\n'))
        expect(subject.last()).toBe(mark)
        expect(subject.errors).toEqual([])
        expect(page.unhandled).toEqual([])
      }),
      RUNS,
    )
    await page.settled()
    expect([subject.errors, page.unhandled]).toEqual([[], []])
  })

  test('through the port, as cloned values', async () => {
    const subject = await connect(PORT)
    let mark = 0
    fc.assert(
      fc.property(fc.array(hostileClonedMessage, MESSAGES), (messages) => {
        for (const message of messages) page.throughPort(message)
        page.throughPort(JSON.stringify(marked(++mark)))
        expect(subject.last()).toBe(mark)
        expect(subject.errors).toEqual([])
        expect(page.unhandled).toEqual([])
      }),
      { numRuns: 1000 },
    )
  })
})

test('a hostile response to ui/initialize ends the handshake or is read as far as it makes sense', async () => {
  await fc.assert(
    fc.asyncProperty(hostileJson, async (result) => {
      page.forgetSession()
      const app = new App({ name: 'fuzzed', version: '1' }, {}, { autoResize: false, runtime: handClock() })
      const errors: unknown[] = []
      app.onerror = (error) => errors.push(error)
      const outcome = app.connect().then(
        () => 'connected',
        (error: Error) => error.name,
      )
      page.respond(result)
      expect(await outcome).toMatch(/^(connected|CasementError)$/)
      await app.close()
      expect([errors, page.unhandled]).toEqual([[], []])
    }),
    { numRuns: 500 },
  )
})

test.each(['x'.repeat(17), 'notifications/ui/', 'UI/NOTIFICATIONS/'])('%stool-result is no tool result', async (prefix) => {
  await connectApp({})
  const app = new App({ name: 'second', version: '1' }, {}, { autoResize: false })
  await app.connect()
  page.fromParent({ jsonrpc: '2.0', method: `${prefix}tool-result`, params: { content: [] } })
  expect(app.toolResult).toBeUndefined()
})
