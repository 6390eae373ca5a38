import { describe, expect, test } from 'vitest'
import { App as OfficialApp } from '@modelcontextprotocol/ext-apps'
import { App as OfficialAppV1 } from 'ext-apps-v1'
import { App } from '../view/index.ts'
import { memoryChannels } from '../protocol/memory-channel.ts'
import { transportFromChannel } from '../protocol/mcp-transport.ts'
import { AppBridge } from './bridge.ts'
import { HOST, settled, stage } from './test-support/staged.ts'

describe('with a View of each kind at the other end', () => {
  test('ours: handshake, data, calls, teardown', async () => {
    const [near, far] = memoryChannels()
    const bridge = new AppBridge(null, HOST, {}, { hostContext: { theme: 'dark' } })
    bridge.onopenlink = async ({ url }) => ({ isError: url !== 'https://example.com/' })
    await bridge.connect(near)
    await bridge.sendToolInput({ arguments: { a: 1 } })
    await bridge.sendToolResult({ content: [{ type: 'text', text: 'ok' }] })
    const app = new App({ name: 'v', version: '1' }, {}, { autoResize: false })
    await app.connect(far)
    await settled()
    await expect.poll(() => bridge.stage).toBe('ready')
    expect(app.getHostContext()).toEqual({ theme: 'dark' })
    expect(app.getHostCapabilities()?.openLinks).toEqual({})
    await expect.poll(() => app.toolInput).toEqual({ arguments: { a: 1 } })
    await expect.poll(() => app.toolResult).toEqual({ content: [{ type: 'text', text: 'ok' }] })
    expect(await app.openLink({ url: 'https://example.com' })).toEqual({ isError: false })
    expect(await bridge.teardownResource()).toEqual({})
    expect(bridge.stage).toBe('closed')
  })

  test.each([
    ['2.0.4', OfficialApp],
    ['1.7.5', OfficialAppV1],
  ])('official %s', async (_, Official) => {
    const [near, far] = memoryChannels()
    const bridge = new AppBridge(null, HOST, {}, { hostContext: { theme: 'dark', displayMode: 'nonsense' as never } })
    bridge.onopenlink = async () => ({})
    await bridge.connect(near)
    const heard: unknown[] = []
    const app = new Official({ name: 'v', version: '1' }, {}, { autoResize: false })
    app.ontoolinput = (params: unknown) => heard.push(params)
    app.ontoolresult = (params: unknown) => heard.push(params)
    app.onteardown = async () => ({})
    await bridge.sendToolInput({ arguments: { a: 1 } })
    await app.connect(transportFromChannel(far))
    await bridge.sendToolResult({ content: [] })
    await expect.poll(() => heard).toEqual([{ arguments: { a: 1 } }, { content: [] }])
    expect(app.getHostContext()).toEqual({ theme: 'dark' })
    expect(await app.openLink({ url: 'https://example.com' })).toEqual({})
    expect(await bridge.teardownResource({})).toEqual({})
  })
})

test('a connection through memory', async () => {
  const staged = await stage()
  const { result } = await staged.shake()
  expect(result).toMatchObject({ protocolVersion: '2026-01-26', hostInfo: HOST, hostContext: {} })
  expect(staged.bridge.getAppVersion()).toEqual({ name: 'test-app', version: '1' })
})
