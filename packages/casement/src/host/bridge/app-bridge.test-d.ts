import type { Client } from '@modelcontextprotocol/client'
import type { AppBridge as OfficialBridge } from '@modelcontextprotocol/ext-apps/app-bridge'
import { PostMessageTransport as OfficialTransport } from '@modelcontextprotocol/ext-apps/app-bridge'
import type { Client as ClientV1 } from '@modelcontextprotocol/sdk/client/index.js'
import { expectTypeOf, test } from 'vitest'
import { AppBridge, buildAllowAttribute, getToolUiResourceUri, PostMessageTransport, type McpClientLike } from '../index.ts'

test('a client of either SDK is a client', () => {
  expectTypeOf<Client>().toExtend<McpClientLike>()
  expectTypeOf<ClientV1>().toExtend<McpClientLike>()
  const small: McpClientLike = {
    callTool: async ({ name }, options?: { signal?: AbortSignal }) => ({ content: [{ type: 'text', text: name }], options }),
    listTools: async () => ({ tools: [] }),
  }
  expectTypeOf(small).toExtend<McpClientLike>()
  // @ts-expect-error a client that cannot call tools is none
  const none: McpClientLike = { listTools: async () => ({ tools: [] }) }
  void none
})

declare const client: Client
declare const frame: { contentWindow: Window }

test('what people write for the official bridge', async () => {
  const bridge = new AppBridge(
    client,
    { name: 'Host', version: '1.0.0' },
    { openLinks: {}, serverTools: {}, logging: {}, updateModelContext: { text: {} } },
    {
      hostContext: {
        theme: 'dark',
        platform: 'web',
        containerDimensions: { maxHeight: 6000 },
        availableDisplayModes: ['inline', 'fullscreen'],
      },
    },
  )
  bridge.onmessage = async ({ role, content }, { mcpReq }) => {
    expectTypeOf(role).toEqualTypeOf<'user'>()
    expectTypeOf(mcpReq.signal).toEqualTypeOf<AbortSignal>()
    return content.length > 0 ? {} : { isError: true }
  }
  bridge.onopenlink = async ({ url }) => {
    expectTypeOf(url).toEqualTypeOf<string>()
    return {}
  }
  bridge.ondownloadfile = async ({ contents }) => {
    for (const item of contents) if (item.type === 'resource') expectTypeOf(item.resource.uri).toEqualTypeOf<string>()
    return {}
  }
  bridge.onloggingmessage = ({ level, logger, data }) => void [level, logger, data]
  bridge.onupdatemodelcontext = async ({ content, structuredContent }) => (content || structuredContent ? {} : {})
  bridge.onsizechange = ({ width, height }) => {
    expectTypeOf(width).toEqualTypeOf<number | undefined>()
    expectTypeOf(height).toEqualTypeOf<number | undefined>()
  }
  bridge.onrequestdisplaymode = async ({ mode }) => ({ mode })
  bridge.oncalltool = async (params, extra) => await client.callTool(params, { signal: extra.signal })
  bridge.onlistresources = async (params) => client.listResources(params)
  bridge.oncreatesamplingmessage = async () => ({ model: 'm', role: 'assistant', content: { type: 'text', text: '' } })
  bridge.onrequestteardown = async () => {
    await bridge.teardownResource({})
  }
  bridge.addEventListener('sandboxready', () => void bridge.sendSandboxResourceReady({ html: '', csp: {}, permissions: {} }))
  const ready = new Promise<void>((resolve) => {
    bridge.oninitialized = () => resolve()
  })
  await bridge.connect(new PostMessageTransport(frame.contentWindow, frame.contentWindow))
  await bridge.connect(new OfficialTransport(frame.contentWindow, frame.contentWindow))
  await ready
  await bridge.sendToolInput({ arguments: { a: 1 } })
  await bridge.sendToolInputPartial({ arguments: {} })
  await bridge.sendToolResult({ content: [{ type: 'text', text: 'x' }] })
  await bridge.sendToolCancelled({ reason: 'x' })
  bridge.setHostContext({ theme: 'light' })
  await bridge.sendHostContextChange({ displayMode: 'inline' })
  await bridge.callTool({ name: 't', arguments: {} }, { timeout: 1 })
  await bridge.listTools({})
  expectTypeOf(bridge.getAppVersion()?.name).toEqualTypeOf<string | undefined>()
  expectTypeOf(bridge.getAppCapabilities()?.availableDisplayModes).toEqualTypeOf<
    ('inline' | 'fullscreen' | 'pip')[] | undefined
  >()
  expectTypeOf(buildAllowAttribute({ camera: {} })).toEqualTypeOf<string>()
  expectTypeOf(getToolUiResourceUri({ _meta: {} })).toEqualTypeOf<string | undefined>()
  await bridge.close()
})

test('what it does not take', () => {
  const bridge = new AppBridge(null, { name: 'Host', version: '1' })
  // @ts-expect-error the host has a version
  void new AppBridge(null, { name: 'Host' })
  // @ts-expect-error a mode that does not exist
  bridge.onrequestdisplaymode = async () => ({ mode: 'tab' })
  // @ts-expect-error an event that does not exist
  bridge.addEventListener('nothing', () => {})
  // @ts-expect-error a theme that does not exist
  bridge.setHostContext({ theme: 'system' })
})

/** Members of the base class of the SDK, by which one speaks the protocol past the bridge. The option `fallback` does what they are used for. */
type Raw =
  | 'request'
  | 'notification'
  | 'transport'
  | 'setRequestHandler'
  | 'setNotificationHandler'
  | 'removeRequestHandler'
  | 'removeNotificationHandler'
  | 'assertCanSetRequestHandler'
  | 'fallbackRequestHandler'
  | 'fallbackNotificationHandler'

test('every other name of the official bridge is there', () => {
  expectTypeOf<Exclude<keyof OfficialBridge, keyof AppBridge | Raw>>().toEqualTypeOf<never>()
})
