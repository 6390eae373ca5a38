import { describe, expect, test } from 'vitest'
import { z } from 'zod'
import { getToolUiResourceUri } from '../protocol/resource/ui-uri.ts'
import { defineApp, result, tool } from '../server/index.ts'
import { contains } from './contains.ts'
import { casementMatchersWith, clientOf, connectPair, inTurn } from './index.ts'

expect.extend(casementMatchersWith({ timeout: 60_000 }))

const text = (said: string) => ({ content: [{ type: 'text' as const, text: said }] })

describe('a pair in memory', () => {
  test('is a real App and a real AppBridge after their handshake (R-120)', async () => {
    const pair = await connectPair({ hostContext: { theme: 'dark' }, appInfo: { name: 'weather', version: '2.0.0' } })
    expect(pair.app.hostContext?.theme).toBe('dark')
    expect(pair.bridge.getAppVersion()).toEqual({ name: 'weather', version: '2.0.0' })
    expect(pair.stage).toBe('ready')
    await pair.close()
    expect(pair.stage).toBe('closed')
  })

  test('answers tools by a table: values, functions, errors and one after the other', async () => {
    const pair = await connectPair({
      server: {
        tools: {
          fixed: text('always'),
          echo: ({ word }) => text(String(word)),
          broken: new Error('out of order'),
          turns: inTurn<unknown, ReturnType<typeof text>>(text('first'), Promise.resolve(text('then'))),
        },
      },
    })
    const call = (name: string, args = {}) => pair.app.callServerTool({ name, arguments: args })
    expect(await call('fixed')).toEqual(text('always'))
    expect(await call('echo', { word: 'hello' })).toEqual(text('hello'))
    await expect(call('broken')).rejects.toThrow('out of order')
    expect([await call('turns'), await call('turns'), await call('turns')]).toEqual([text('first'), text('then'), text('then')])
    expect(pair.log.requests('tools/call').map(({ name }) => name)).toEqual([
      'fixed',
      'echo',
      'broken',
      'turns',
      'turns',
      'turns',
    ])
    expect(pair.log.answers('tools/call')[2]).toHaveProperty('error')
    await pair.close()
  })

  test('runs the tools of a defined app, with their schemas', async () => {
    const app = defineApp({
      name: 'sums',
      version: '1.0.0',
      view: { html: '<!doctype html><p>Sums' },
      tools: { add: tool({ input: z.object({ a: z.number() }), run: ({ a }) => result({ view: { sum: a + 1 } }) }) },
    })
    const pair = await connectPair({ server: app })
    expect(await pair.app.callServerTool({ name: 'add', arguments: { a: 1 } })).toMatchObject({ structuredContent: { sum: 2 } })
    expect(await pair.app.callServerTool({ name: 'add', arguments: { a: 'x' } })).toMatchObject({ isError: true })
    await pair.close()
    const client = await clientOf(app)
    const [listed] = (await client.listTools()).tools
    const uri = (listed && getToolUiResourceUri(listed)) ?? ''
    expect(await client.readResource({ uri })).toMatchObject({ contents: [{ uri, text: '<!doctype html><p>Sums' }] })
    await expect(client.readResource({ uri: 'ui://sums/other.html' })).rejects.toThrow('not found')
  })

  test('asks the user by script, and hands on what is allowed (R-242)', async () => {
    const asked: string[] = []
    const pair = await connectPair({
      consent: ({ kind }) => {
        asked.push(kind)
        return kind === 'ui/message'
      },
      handlers: { 'ui/message': ({ content }) => (content.length > 0 ? {} : { isError: true }) },
    })
    expect(await pair.app.sendMessage({ role: 'user', content: [{ type: 'text', text: 'hi' }] })).toEqual({})
    expect(await pair.app.openLink({ url: 'https://example.com/a' })).toMatchObject({ isError: true })
    expect(asked).toEqual(['ui/message', 'ui/open-link https://example.com'])
    await pair.close()
    const refusing = await connectPair({ consent: 'deny' })
    const refused = await refusing.app.sendMessage({ role: 'user', content: [] })
    expect(refused).toMatchObject({ isError: true })
    const agreeing = await connectPair()
    expect(await agreeing.app.sendMessage({ role: 'user', content: [] })).toEqual({})
    await Promise.all([refusing.close(), agreeing.close()])
  })

  test('has a clock that stands still: deadlines pass when the test says so', async () => {
    const pair = await connectPair({ server: { tools: { slow: new Promise<never>(() => {}) } } })
    const call = pair.app.callServerTool({ name: 'slow' }, { timeout: 30_000 })
    const failed = call.catch((error: unknown) => error)
    await expect(pair).toHaveRequested('tools/call')
    pair.clock.advance(29_999)
    expect(pair.log.notes('notifications/cancelled')).toEqual([])
    pair.clock.advance(1)
    expect(await failed).toMatchObject({ code: 'TIMEOUT' })
    await pair.close()
  })

  test('has faults by name and seed', async () => {
    const faults = [{ name: 'unauthorized', method: 'tools/call', times: 1 }] as const
    const pair = await connectPair({ server: { tools: { look: text('seen') } }, faults, seed: 'monday' })
    await expect(pair.app.callServerTool({ name: 'look' })).rejects.toThrow('401')
    expect(await pair.app.callServerTool({ name: 'look' })).toEqual(text('seen'))
    expect(pair.faults.map(({ name }) => name)).toEqual(['unauthorized'])
    await pair.close()
  })

  test('says when the View did not answer the teardown, and when it failed to (R-270)', async () => {
    const silent = await connectPair({ prepare: (app) => (app.onteardown = () => new Promise<never>(() => {})) })
    const closing = silent.close().catch((error: Error) => error.message)
    await expect.poll(() => silent.log.told('ui/resource-teardown')).toHaveLength(1)
    silent.clock.advance(1500)
    expect(await closing).toContain('did not respond to ui/resource-teardown')
    const failing = await connectPair({
      prepare: (app) => {
        app.onteardown = () => {
          throw new Error('no')
        }
      },
    })
    await expect(failing.close()).rejects.toThrow('rejected ui/resource-teardown')
    expect(failing.errors.map(({ message }) => message)).toEqual(['no'])
  })

  test('tells what the View says as it says it, by method', async () => {
    const pair = await connectPair({ server: { tools: { look: text('seen') } } })
    const heard: string[] = []
    const stop = pair.on('tools/call', ({ name }) => heard.push(name))
    await pair.app.callServerTool({ name: 'look' })
    stop()
    await pair.app.callServerTool({ name: 'look' })
    expect(heard).toEqual(['look'])
    await pair.close()
  })

  test('has a snapshot that is the same in every run', async () => {
    const run = async () => {
      const pair = await connectPair({ server: { tools: { look: text('seen') } } })
      await pair.app.callServerTool({ name: 'look', arguments: { at: 'it' } })
      await pair.close()
      return pair.log.snapshot()
    }
    const lines = await run()
    expect(await run()).toEqual(lines)
    expect(lines.filter(({ from }) => from === 'view').map(({ request, note, answer }) => request ?? note ?? answer)).toEqual([
      'ui/initialize',
      'ui/notifications/initialized',
      'tools/call',
      'ui/resource-teardown',
    ])
    expect(lines).toContainEqual({ from: 'host', answer: 'tools/call', result: text('seen') })
    expect(JSON.stringify(lines)).not.toContain('"id":')
  })
})

/** The message of a failed expectation. */
const complaint = (expectation: Promise<unknown>): Promise<string> =>
  expectation.then(
    () => 'nothing',
    ({ message }: Error) => message,
  )

describe('the matchers', () => {
  test('wait for what is said, and compare a part of it', async () => {
    const pair = await connectPair({ server: { tools: { look: text('seen') } } })
    const waiting = expect(pair).toHaveRequested('tools/call', { arguments: { n: expect.any(Number) as number } })
    await pair.app.callServerTool({ name: 'look', arguments: { n: 1, more: true } })
    await waiting
    await expect(pair).not.toHaveRequested('ui/message')
    await expect(pair).toHaveNotified('ui/notifications/initialized')
    await pair.close()
  })

  test('list the messages that were sent instead', async () => {
    const pair = await connectPair({ server: { tools: { look: text('seen') } } })
    await pair.app.callServerTool({ name: 'look' })
    expect(await complaint(expect(pair).toHaveRequested('tools/call', { name: 'other' }, { timeout: 0 }))).toMatch(
      /^The View should have sent tools\/call {"name":"other"}. It sent:\n- tools\/call {"name":"look",/,
    )
    expect(await complaint(expect(pair).not.toHaveRequested('tools/call'))).toMatch(/^The View should not have sent tools\/call/)
    expect(await complaint(expect(pair).toHaveNotified('notifications/message', undefined, { timeout: 0 }))).toContain(
      'It sent ui/initialize, ui/notifications/initialized, tools/call.',
    )
    await pair.close()
  })

  test('know whether a View is ready, and why it is not', async () => {
    const pair = await connectPair()
    await expect(pair).toBeReady()
    await expect(pair).not.toShowDiagnosis('view-silent')
    expect(await complaint(expect(pair).toShowDiagnosis('view-silent', { timeout: 0 }))).toBe(
      'The View should fail with "view-silent". It is ready.',
    )
    await pair.close()
    expect(await complaint(expect(pair).toBeReady({ timeout: 0 }))).toBe('The View should be ready. It is closed.')
  })

  test.each([
    [{ list: [1, 2] }, true],
    [{ list: [1] }, false],
    [{ nested: { b: null } }, true],
    [{ nested: { c: undefined } }, true],
    [{ nested: { b: {} } }, false],
    [{ list: { 0: 1 } }, false],
  ])('lists have as many items as expected, objects may have more members: %j is %s', (expected, outcome) => {
    expect(contains({ list: [1, 2], nested: { a: 1, b: null } }, expected)).toBe(outcome)
  })
})
