import { App as OfficialApp, type McpUiHostContext } from '@modelcontextprotocol/ext-apps'
import { App as OfficialAppV1 } from 'ext-apps-v1'
import { describe, expect, test, vi } from 'vitest'
import * as z from 'zod'
import { transportFromChannel } from '../../protocol/channel/mcp-transport.ts'
import { memoryChannels } from '../../protocol/channel/memory-channel.ts'
import { App } from '../../view/index.ts'
import { AppBridge } from './app-bridge.ts'
import type { HostOptions } from './options.ts'
import { createModelContext } from '../model/model-context.ts'
import { HOST } from '../test-support/staged.ts'
import { serverV2 } from '../test-support/servers.ts'

const until = (is: () => boolean): Promise<unknown> => vi.waitUntil(is, { interval: 1 })
const text = (value: string) => ({ type: 'text' as const, text: value })

/** A View on the official package, as far as both its major versions agree. */
type Official = Pick<
  OfficialApp,
  | 'callServerTool'
  | 'readServerResource'
  | 'sendMessage'
  | 'updateModelContext'
  | 'openLink'
  | 'requestDisplayMode'
  | 'sendLog'
  | 'sendSizeChanged'
  | 'getHostContext'
  | 'getHostCapabilities'
>

const KINDS = ['casement', 'official 2.0.4', 'official 1.7.5'] as const
type Kind = (typeof KINDS)[number]

/** A bridge to a real server, with a View of some kind behind it, and what that View heard. */
async function show(kind: Kind, options: HostOptions = {}) {
  const { client, calls } = await serverV2()
  const [near, far] = memoryChannels()
  const heard: [string, unknown][] = []
  const bridge = new AppBridge(client, HOST, {}, options)
  bridge.onopenlink = async () => ({})
  bridge.onrequestdisplaymode = async ({ mode }) => ({ mode })
  bridge.onloggingmessage = ({ data }) => heard.push(['log', data])
  bridge.onsizechange = (params) => heard.push(['size', params])
  await bridge.connect(near)
  const info = { name: 'view', version: '1' }
  const quiet = { autoResize: false }
  const listen = (app: object): void => {
    const tell = (event: string) => (params: unknown) => void heard.push([event, params])
    Object.assign(app, {
      ontoolinputpartial: tell('partial'),
      ontoolinput: tell('input'),
      ontoolresult: tell('result'),
      onhostcontextchanged: tell('context'),
      onteardown: (params: unknown) => (heard.push(['teardown', params]), {}),
    })
  }
  const tool = { description: 'moves', inputSchema: z.object({ to: z.string() }) }
  const move = async ({ to }: { to: string }) => ({ content: [text(to)] })
  const connect = {
    async casement() {
      const app = new App(info, { availableDisplayModes: ['inline', 'pip'] }, quiet)
      listen(app)
      app.registerTool('move', tool, move)
      await app.connect(far)
      return app as unknown as Official
    },
    async 'official 2.0.4'() {
      const app = new OfficialApp(info, { availableDisplayModes: ['inline', 'pip'] }, quiet)
      listen(app)
      app.registerTool('move', tool, move)
      await app.connect(transportFromChannel(far))
      return app as Official
    },
    async 'official 1.7.5'() {
      const app = new OfficialAppV1(info, { availableDisplayModes: ['inline', 'pip'], tools: {} }, quiet)
      listen(app)
      app.onlisttools = async () => ({ tools: [{ name: 'move', inputSchema: { type: 'object' } }] })
      app.oncalltool = async ({ arguments: args }) => move(args as { to: string })
      await app.connect(transportFromChannel(far))
      return app as unknown as Official
    },
  }
  return { bridge, calls, heard, names: () => heard.map(([name]) => name), app: () => connect[kind]() }
}

describe.each(KINDS)('with a View on %s at the other end', (kind) => {
  test('R-210 to R-223 it is told its data, in order, and only what it can read of the context (R-162)', async () => {
    const hostContext = {
      theme: 'dark',
      displayMode: 'tab',
      styles: { variables: { '--mine': '1' } },
    } as unknown as McpUiHostContext
    const { bridge, heard, app } = await show(kind, { hostContext })
    await bridge.sendToolInputPartial({ arguments: { a: 0 } })
    const view = await app()
    await until(() => heard.length === 1)
    await bridge.sendToolInput({ arguments: { a: 1 } })
    await bridge.sendToolResult({ content: [text('x')], structuredContent: { deep: [1] }, _meta: { m: 1 } })
    bridge.setHostContext({ theme: 'light' })
    await until(() => heard.length === 4)
    expect(view.getHostContext()?.theme).toBe('light')
    expect(heard).toEqual([
      ['partial', { arguments: { a: 0 } }],
      ['input', { arguments: { a: 1 } }],
      ['result', { content: [text('x')], structuredContent: { deep: [1] }, _meta: { m: 1 } }],
      ['context', { theme: 'light' }],
    ])
    await bridge.teardownResource({ reason: 'test' })
    expect(heard.at(-1)?.[0]).toBe('teardown')
  })

  test('R-253 its calls reach the server, R-204 and no tool that is not for it', async () => {
    const { bridge, calls, app } = await show(kind)
    const view = await app()
    expect(view.getHostCapabilities()).toMatchObject({ serverTools: { listChanged: true }, openLinks: {}, logging: {} })
    expect(await view.callServerTool({ name: 'app-only', arguments: { a: 1 } })).toMatchObject({ content: [text('app-only')] })
    await expect(view.callServerTool({ name: 'model-only', arguments: {} })).rejects.toThrow(/not visible to apps/)
    expect(calls.seen).toEqual([['app-only', { a: 1 }]])
    expect(await view.readServerResource({ uri: 'file:///page.txt' })).toMatchObject({ contents: [{ text: 'page' }] })
    await bridge.close()
  })

  test('R-228 to R-250 links, messages, context, modes, logs and sizes', async () => {
    const modelContext = createModelContext()
    const { bridge, heard, app } = await show(kind, { modelContext, hostContext: { displayMode: 'inline' } })
    const view = await app()
    expect(await view.openLink({ url: 'https://example.com' })).toEqual({})
    expect(await view.openLink({ url: 'javascript:alert(1)' })).toMatchObject({ isError: true })
    expect(await view.sendMessage({ role: 'user', content: [text('hi')] })).toEqual({})
    await view.updateModelContext({ content: [text('seen')] })
    expect([modelContext.messages.length, modelContext.slots.length]).toEqual([1, 1])
    expect(await view.requestDisplayMode({ mode: 'pip' })).toEqual({ mode: 'pip' })
    expect(await view.requestDisplayMode({ mode: 'fullscreen' })).toEqual({ mode: 'pip' })
    await view.sendLog({ level: 'info', data: 'logged' })
    await view.sendSizeChanged({ width: 1, height: 2 })
    await until(() => heard.length === 3)
    expect(heard).toEqual([
      ['context', { displayMode: 'pip' }],
      ['log', 'logged'],
      ['size', { width: 1, height: 2 }],
    ])
    await bridge.close()
  })

  test('R-281 its tools can be listed and called', async () => {
    const { bridge, app } = await show(kind)
    await app()
    await until(() => bridge.stage === 'ready')
    expect((await bridge.appTools.list()).map(({ name }) => name)).toEqual(['view__move'])
    expect(await bridge.appTools.call('view__move', { to: 'e4' })).toMatchObject({ content: [text('e4')] })
    await bridge.close()
  })
})

test('R-127 both sides answer a ping', async () => {
  const { bridge, app } = await show('casement')
  await app()
  await until(() => bridge.stage === 'ready')
  await expect(bridge.ping()).resolves.toBeUndefined()
  await bridge.close()
})
