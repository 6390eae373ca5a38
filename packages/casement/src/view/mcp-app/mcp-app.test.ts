import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { memoryChannels } from '../../protocol/channel/memory-channel.ts'
import { CasementError } from '../../protocol/errors.ts'
import type { HostPeer, HostToView, ViewToHost } from '../../protocol/methods.ts'
import { createPeer } from '../../protocol/rpc/peer.ts'
import { McpApp } from './mcp-app.ts'
import { failure, welcome } from '../test-support/fake-host.ts'

// All that sizes are measured with: nothing here has one.
beforeEach(() => {
  vi.stubGlobal('document', { documentElement: {} })
  vi.stubGlobal('innerHeight', 0)
  vi.stubGlobal(
    'ResizeObserver',
    class {
      observe(): void {}
      disconnect(): void {}
    },
  )
})
afterEach(() => void vi.unstubAllGlobals())

/** An McpApp that is connected, and its host. */
async function connected(): Promise<{ app: McpApp; host: HostPeer; settle: () => Promise<void> }> {
  const [channel, end] = memoryChannels()
  const host = createPeer<HostToView, ViewToHost>(end)
  host.handle('ui/initialize', () => welcome({ hostContext: { theme: 'dark' } }))
  host.handle('tools/call', () => ({ content: [] }))
  const app = new McpApp({ name: 'view', version: '1' })
  await app.connect(channel)
  // Earlier messages have arrived when this call has its response.
  return { app, host, settle: async () => void (await app.callServerTool('nothing')) }
}

type Heard = (args: object) => void

describe('a handler that is set after its event', () => {
  test('is called with the latest of it, in a microtask and in the order in which they were set', async () => {
    const { app, host, settle } = await connected()
    host.notify('ui/notifications/tool-input-partial', { arguments: { text: 'a' } })
    host.notify('ui/notifications/tool-input-partial', { arguments: { text: 'ab' } })
    await settle()
    const heard: unknown[] = []
    app.ontoolinputpartial = (args) => heard.push(['partial', args])
    expect(heard).toEqual([])
    await Promise.resolve()
    expect(heard).toEqual([['partial', { text: 'ab' }]])
    host.notify('ui/notifications/tool-input', { arguments: { text: 'abc' } })
    host.notify('ui/notifications/tool-result', { content: [], structuredContent: { n: 1 } })
    host.notify('ui/notifications/tool-cancelled', { reason: 'user' })
    host.notify('ui/notifications/host-context-changed', { locale: 'de' })
    await settle()
    app.ontoolinput = (args) => heard.push(['input', args])
    app.ontoolresult = (result) => heard.push(['result', result])
    app.ontoolcancelled = (reason) => heard.push(['cancelled', reason])
    app.onhostcontextchanged = (context) => heard.push(['context', context])
    await Promise.resolve()
    expect(heard.slice(1)).toEqual([
      ['input', { text: 'abc' }],
      ['result', { content: [], structuredContent: { n: 1 } }],
      ['cancelled', 'user'],
      ['context', { theme: 'dark', locale: 'de' }],
    ])
  })

  test('hears no partial input once the whole is there', async () => {
    const { app, host, settle } = await connected()
    host.notify('ui/notifications/tool-input-partial', { arguments: { text: 'a' } })
    host.notify('ui/notifications/tool-input', { arguments: { text: 'abc' } })
    await settle()
    const partial = vi.fn<Heard>()
    app.ontoolinputpartial = partial
    await Promise.resolve()
    expect(partial).not.toHaveBeenCalled()
  })

  test('is called once, whether it takes the place of another, is set again or is followed by something newer', async () => {
    const { app, host, settle } = await connected()
    host.notify('ui/notifications/tool-input', { arguments: { n: 1 } })
    await settle()
    const [first, second, third] = [vi.fn<Heard>(), vi.fn<Heard>(), vi.fn<Heard>()]
    app.ontoolinput = first
    app.ontoolinput = second
    app.ontoolinput = second
    await Promise.resolve()
    expect([first.mock.calls, second.mock.calls]).toEqual([[], [[{ n: 1 }]]])
    expect(app.ontoolinput).toBe(second)
    app.ontoolinput = third
    await Promise.resolve()
    host.notify('ui/notifications/tool-input', { arguments: { n: 2 } })
    await settle()
    expect([second.mock.calls, third.mock.calls]).toEqual([[[{ n: 1 }]], [[{ n: 1 }], [{ n: 2 }]]])
  })

  test('is left alone where it was taken away in the meantime', async () => {
    const { app, host, settle } = await connected()
    host.notify('ui/notifications/tool-result', { content: [] })
    await settle()
    const heard = vi.fn<Heard>()
    app.ontoolresult = heard
    Object.assign(app, { ontoolresult: undefined })
    await Promise.resolve()
    expect(heard).not.toHaveBeenCalled()
  })
})

test('a handler that throws is told to onerror, and keeps nothing from being heard', async () => {
  const { app, host, settle } = await connected()
  const errors: unknown[] = []
  const heard: unknown[] = []
  app.onerror = (error) => errors.push(error.message)
  app.ontoolinput = () => {
    throw new Error('broken')
  }
  app.ontoolresult = (result) => heard.push(result)
  host.notify('ui/notifications/tool-input', { arguments: {} })
  host.notify('ui/notifications/tool-result', { content: [] })
  await settle()
  expect([errors, heard]).toEqual([['broken'], [{ content: [] }]])
})

test('what is asked before connect waits for it, and fails with it', async () => {
  const [channel, end] = memoryChannels()
  const host = createPeer<HostToView, ViewToHost>(end)
  host.handle('ui/initialize', () => welcome())
  host.handle('ui/open-link', ({ url }) => ({ url }))
  const app = new McpApp({ name: 'view', version: '1' })
  const asked = app.openLink('https://example.com/')
  const connecting = app.connect(channel)
  expect(app.connect(channel)).toBe(connecting)
  expect(await asked).toEqual({ url: 'https://example.com/' })

  const [closed] = memoryChannels()
  closed.close()
  const lost = new McpApp({ name: 'view', version: '1' })
  const problems = [failure(lost.openLink('https://example.com/')), failure(lost.connect(closed))]
  expect(await Promise.all(problems)).toMatchObject([{ code: 'CLOSED' }, { code: 'CLOSED' }])
})

describe('samples that must work as they are', () => {
  test('const { mode } = await app.requestDisplayMode("fullscreen")', async () => {
    const { app, host } = await connected()
    host.handle('ui/request-display-mode', () => ({ mode: 'pip' as const }))
    const { mode } = await app.requestDisplayMode('fullscreen')
    expect(mode).toBe('pip')
  })

  test('app.sendMessage("assistant", { type: "text", … }) is sent, and a refusal states the reason', async () => {
    const { app, host } = await connected()
    const sent: unknown[] = []
    host.handle('ui/message', (params) => {
      sent.push(params)
      return {}
    })
    expect(await app.sendMessage('assistant', { type: 'text', text: 'Here is the forecast' })).toEqual({})
    expect(sent).toEqual([{ role: 'assistant', content: [{ type: 'text', text: 'Here is the forecast' }] }])
    host.handle('ui/message', () => {
      throw new CasementError('DENIED', 'Only messages of the user are accepted', { wire: { code: -32000 } })
    })
    const refused = app.sendMessage('assistant', { type: 'text', text: 'Here is the forecast' })
    await expect(refused).rejects.toThrow('Only messages of the user are accepted')
  })

  test('several listeners of one notification', async () => {
    const { app, host, settle } = await connected()
    const heard: unknown[] = []
    const second = (result: object): unknown => heard.push(['second', result])
    app.ontoolresult = (result) => heard.push(['handler', result])
    app.addEventListener('toolresult', (result) => heard.push(['first', result]))
    app.addEventListener('toolresult', second)
    host.notify('ui/notifications/tool-result', { content: [] })
    await settle()
    app.removeEventListener('toolresult', second)
    host.notify('ui/notifications/tool-result', { content: [], isError: true })
    await settle()
    const late: unknown[] = []
    app.addEventListener('toolresult', ({ isError }) => late.push(isError))
    await Promise.resolve()
    expect(heard).toEqual([
      ['handler', { content: [] }],
      ['first', { content: [] }],
      ['second', { content: [] }],
      ['handler', { content: [], isError: true }],
      ['first', { content: [], isError: true }],
    ])
    expect(late).toEqual([true])
  })
})
