import { InMemoryTransport } from '@modelcontextprotocol/client'
import { expect, test } from 'vitest'
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
