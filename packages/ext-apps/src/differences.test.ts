import { InMemoryTransport } from '@modelcontextprotocol/client'
import { expect, test, vi } from 'vitest'
import { AppBridge } from './app-bridge.ts'
import { App } from './app.ts'
import { createPair } from './test-support/pairs.ts'

// The rows of the README where Casement is safer than the official package, and the options that restore its behaviour.

test('a call before the handshake is queued', async () => {
  const pair = createPair()
  pair.bridge.oncalltool = async ({ name }) => ({ content: [{ type: 'text', text: name }] })
  const early = pair.app.callServerTool({ name: 'early' })
  await pair.connect()
  expect((await early).content).toEqual([{ type: 'text', text: 'early' }])
})

test('strict: a request before the handshake rejects, and a late first handler of a tool event throws', async () => {
  const [viewEnd, hostEnd] = InMemoryTransport.createLinkedPair()
  const bridge = new AppBridge(null, { name: 'host', version: '1' }, {})
  const app = new App({ name: 'view', version: '1' }, {}, { autoResize: false, strict: true })
  app.addEventListener('toolcancelled', () => {})
  await expect(app.callServerTool({ name: 'early' })).rejects.toThrow('before connect() completed')
  await bridge.connect(hostEnd)
  await app.connect(viewEnd)
  expect(() => {
    app.ontoolresult = () => {}
  }).toThrow('"toolresult" handler registered after connect() completed')
  expect(() => app.addEventListener('toolinput', () => {})).toThrow('"toolinput" handler registered after connect() completed')
  app.ontoolcancelled = () => {}
  app.onhostcontextchanged = () => {}
  expect(app.ontoolcancelled).toBeTypeOf('function')
})

test('a second connect joins the connection, and one to another transport rejects', async () => {
  const [viewEnd, hostEnd] = InMemoryTransport.createLinkedPair()
  const bridge = new AppBridge(null, { name: 'host', version: '1' }, {})
  const app = new App({ name: 'view', version: '1' }, {}, { autoResize: false })
  await bridge.connect(hostEnd)
  await app.connect(viewEnd)
  await Promise.all([app.connect(viewEnd), app.connect()])
  const [other] = InMemoryTransport.createLinkedPair()
  await expect(app.connect(other)).rejects.toThrow('App is already connected')
  await expect(bridge.connect(other)).rejects.toThrow('AppBridge is already connected')
  expect([app.transport, bridge.transport]).toEqual([viewEnd, hostEnd])
})

test('a bridge and an App can be connected again after close, and nothing of the first connection reaches the second', async () => {
  const bridge = new AppBridge(null, { name: 'host', version: '1' }, {})
  bridge.oncalltool = async ({ name }) => ({ content: [{ type: 'text', text: name }] })
  const oninput = vi.fn<(params: unknown) => void>()
  for (const name of ['first', 'second']) {
    const app = new App({ name, version: '1' }, {}, { autoResize: false })
    app.ontoolinput = oninput
    const [viewEnd, hostEnd] = InMemoryTransport.createLinkedPair()
    await bridge.connect(hostEnd)
    await app.connect(viewEnd)
    expect(bridge.getAppVersion()?.name).toBe(name)
    expect((await app.callServerTool({ name })).content).toEqual([{ type: 'text', text: name }])
    if (name === 'first') await bridge.sendToolInput({ arguments: { a: 1 } })
    await expect.poll(() => oninput.mock.calls).toEqual([[{ arguments: { a: 1 } }]])
    await app.close()
    await expect(app.callServerTool({ name })).rejects.toMatchObject({ code: 'NOT_CONNECTED', message: 'Not connected' })
    await bridge.close()
    expect(bridge.transport).toBeUndefined()
  }
})

test('a handler that is set after its event is called with it', async () => {
  const pair = createPair()
  await pair.connect()
  const first = new Promise<void>((resolve) => pair.app.addEventListener('toolinput', () => resolve()))
  await pair.bridge.sendToolInput({ arguments: { a: 1 } })
  await first
  const late = new Promise((resolve) => {
    pair.app.ontoolinput = resolve
  })
  expect(await late).toEqual({ arguments: { a: 1 } })
})

test.each([
  ['derived', {}],
  ['declared', { serverTools: {} }],
] as const)('advertise: %s', async (advertise, capabilities) => {
  const bridge = new AppBridge(null, { name: 'host', version: '1' }, { serverTools: {} }, { advertise, state: false })
  const app = new App({ name: 'view', version: '1' }, {}, { autoResize: false })
  const [viewEnd, hostEnd] = InMemoryTransport.createLinkedPair()
  await bridge.connect(hostEnd)
  await app.connect(viewEnd)
  expect(app.getHostCapabilities()).toEqual(capabilities)
})

test('a link is normalized, and one of another scheme is refused unless the option admits it', async () => {
  const urls: string[] = []
  const pair = createPair()
  pair.bridge.onopenlink = async ({ url }) => {
    urls.push(url)
    return {}
  }
  await pair.connect()
  expect(await pair.app.openLink({ url: 'https://example.com' })).toEqual({})
  expect(await pair.app.openLink({ url: 'mailto:a@example.com' })).toMatchObject({ isError: true })
  expect(urls).toEqual(['https://example.com/'])
})

test('linkSchemes admits a scheme, and normalizeLinks: false passes the text of the View', async () => {
  const urls: string[] = []
  const gate = { linkSchemes: ['https:', 'mailto:'], normalizeLinks: false }
  const bridge = new AppBridge(null, { name: 'host', version: '1' }, {}, { gate })
  bridge.onopenlink = async ({ url }) => {
    urls.push(url)
    return {}
  }
  const app = new App({ name: 'view', version: '1' }, {}, { autoResize: false })
  const [viewEnd, hostEnd] = InMemoryTransport.createLinkedPair()
  await bridge.connect(hostEnd)
  await app.connect(viewEnd)
  for (const url of ['https://example.com', 'mailto:a@example.com']) expect(await app.openLink({ url })).toEqual({})
  expect(await app.openLink({ url: 'http://example.com' })).toMatchObject({ isError: true })
  expect(urls).toEqual(['https://example.com', 'mailto:a@example.com'])
})

test('a result that the method does not allow is an error of the host, because our App does not validate it', async () => {
  const pair = createPair()
  pair.bridge.onopenlink = async () => ({ isError: 'yes' }) as never
  await pair.connect()
  await expect(pair.app.openLink({ url: 'https://example.com/' })).rejects.toMatchObject({ code: -32603 })
})
