import { expect, test } from 'vitest'
import { connectedHost, failure, until } from './test-support/fake-host.ts'

test('connects, hears a result and calls a server tool', async () => {
  const { app, host } = await connectedHost({ hostContext: { theme: 'dark' } })
  host.handle('tools/call', ({ name }) => ({ content: [{ type: 'text' as const, text: name }] }))
  const result = new Promise((resolve) => {
    app.ontoolresult = resolve
  })
  host.notify('ui/notifications/tool-result', { content: [], structuredContent: { n: 1 } })
  expect(await result).toEqual({ content: [], structuredContent: { n: 1 } })
  expect(app.data()).toEqual({ n: 1 })
  expect(app.hostContext).toEqual({ theme: 'dark' })
  expect(await app.callServerTool({ name: 'x' })).toEqual({ content: [{ type: 'text', text: 'x' }] })
})

test('R-270 R-273 R-280: answers a teardown with {} by default, and only after the handler of the app', async () => {
  const { app, host } = await connectedHost()
  expect(await host.request('ui/resource-teardown', {})).toEqual({})
  let release: (() => void) | undefined
  app.onteardown = (params) => {
    expect(params).toEqual({ reason: 'closed' })
    return new Promise((resolve) => {
      release = () => resolve({})
    })
  }
  let answered = false
  const teardown = host.request('ui/resource-teardown', { reason: 'closed' }).then((result) => {
    answered = true
    return result
  })
  await until(() => release)
  expect(answered).toBe(false)
  release?.()
  expect(await teardown).toEqual({})
})

test('R-127: answers ping at any time', async () => {
  const { host } = await connectedHost()
  expect(await host.request('ping', {})).toEqual({})
})

test('a teardown handler that throws answers with an error, and onerror hears why', async () => {
  const { app, host, errors } = await connectedHost()
  app.onteardown = () => {
    throw new Error('secret path')
  }
  await expect(host.request('ui/resource-teardown', {})).rejects.toThrow('Internal error')
  expect(errors.map(({ message }) => message)).toEqual(['secret path'])
})

test('R-277: asks to be closed', async () => {
  const { app, host } = await connectedHost()
  const asked = new Promise((resolve) => host.on('ui/notifications/request-teardown', resolve))
  await app.requestTeardown()
  expect(await asked).toEqual({})
})

test('data() finds what is left of the result: structuredContent, then _meta, then JSON text in content', async () => {
  const { app, host } = await connectedHost()
  const after = async (result: object): Promise<unknown> => {
    host.notify('ui/notifications/tool-result', result as never)
    await until(() => JSON.stringify(app.toolResult ?? {}).includes(JSON.stringify(result).slice(1, -1)))
    return app.data()
  }
  expect(app.data()).toBeUndefined()
  expect(await after({ structuredContent: { a: 1 }, _meta: { b: 2 } })).toEqual({ a: 1 })
  expect(await after({ content: [{ type: 'text', text: '{"c":3}' }], _meta: { b: 2 } })).toEqual({ b: 2 })
  expect(
    await after({
      content: [
        { type: 'text', text: 'prose' },
        { type: 'text', text: '{"c":3}' },
      ],
    }),
  ).toEqual({ c: 3 })
  expect(await after({ content: [{ type: 'text', text: 'only prose' }] })).toBeUndefined()
})

test('the store tells of every change with a new snapshot, and of none without', async () => {
  const { app, host } = await connectedHost()
  const seen = [app.getSnapshot()]
  const stop = app.subscribe(() => seen.push(app.getSnapshot()))
  expect(app.getSnapshot()).toBe(app.getSnapshot())
  host.notify('ui/notifications/tool-input', { arguments: { q: 1 } })
  host.notify('ui/notifications/tool-cancelled', { reason: 'user' })
  await until(() => app.toolCancelled)
  expect(seen.map(({ toolInput, toolCancelled }) => [toolInput, toolCancelled])).toEqual([
    [undefined, undefined],
    [{ arguments: { q: 1 } }, undefined],
    [{ arguments: { q: 1 } }, { reason: 'user' }],
  ])
  stop()
  host.notify('ui/notifications/tool-result', { content: [] })
  await until(() => app.toolResult)
  expect(seen).toHaveLength(3)
})

test('close() rejects what waits, and calls onclose', async () => {
  const { app, host, sent } = await connectedHost()
  host.handle('tools/call', () => new Promise(() => {}))
  let closed = false
  app.onclose = () => {
    closed = true
  }
  const call = app.callServerTool({ name: 'slow' })
  const outcome = failure(call)
  await until(() => sent.some(({ method }) => method === 'tools/call'))
  await app.close()
  expect(await outcome).toMatchObject({ code: 'CLOSED' })
  expect(closed).toBe(true)
  await expect(app.openLink({ url: 'https://example.com' })).rejects.toMatchObject({ code: 'CLOSED' })
})
