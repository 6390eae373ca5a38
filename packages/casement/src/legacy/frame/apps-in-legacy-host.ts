// Runs before an Apps View in a host that supports only MCP-UI, and handles its requests with MCP-UI messages.
import { channelCore } from '../../protocol/channel/channel.ts'
import { LATEST_PROTOCOL_VERSION } from '../../protocol/constants.ts'
import { CasementError, METHOD_NOT_FOUND } from '../../protocol/errors.ts'
import { isRecord } from '../../protocol/rpc/message.ts'
import type { HostPeer, HostToView, ViewToHost } from '../../protocol/methods.ts'
import { createPeer } from '../../protocol/rpc/peer.ts'
import { fromRenderData, toMcpUi, toToolResult } from '../apps-to-mcp-ui.ts'
import { InternalMessageType as Type, isLegacyMessage, type RenderData } from '../messages.ts'
import { createLegacyRequests } from './legacy-requests.ts'
import { replaceParent } from './parent-stand-in.ts'
import { takeSettings } from './settings.ts'

interface Settings {
  readonly timeout?: number
}

function run({ timeout = 30_000 }: Settings): void {
  const standIn = replaceParent((message) => {
    const isOurs = isRecord(message) && message['jsonrpc'] === '2.0'
    if (isOurs) channel.deliver(message)
    return isOurs
  })
  const channel = channelCore(standIn.tell, () => {})
  const post = (message: object): void => standIn.real.postMessage(message, /* opaque: a widget is not told who embeds it */ '*')
  const requests = createLegacyRequests(post, timeout)
  const peer: HostPeer = createPeer<HostToView, ViewToHost>(channel)
  const data = renderDataTeller(peer)

  addEventListener('message', ({ source, data: message }: MessageEvent<unknown>) => {
    if (source !== standIn.real || !isLegacyMessage(message) || requests.receive(message)) return
    if (message.type === Type.UI_LIFECYCLE_IFRAME_RENDER_DATA && isRecord(message.payload))
      data.take((message.payload['renderData'] ?? {}) as RenderData)
  })
  peer.handle('ui/initialize', () => ({
    protocolVersion: LATEST_PROTOCOL_VERSION,
    hostInfo: { name: 'mcp-ui', version: '1.0.0' },
    hostCapabilities: { serverTools: {}, openLinks: {}, message: { text: {} }, logging: {} },
    hostContext: data.context(),
  }))
  const ask = async (method: string, params: unknown): Promise<unknown> => {
    const message = toMcpUi(method, params)
    if (!message)
      throw new CasementError('UNSUPPORTED', `MCP-UI does not support ${method}`, { wire: { code: METHOD_NOT_FOUND } })
    return requests.ask(message)
  }
  peer.handle('tools/call', async (params) => toToolResult(await ask('tools/call', params)))
  for (const method of ['ui/message', 'ui/open-link'] as const)
    peer.handle(method, async (params) => {
      await ask(method, params)
      return {}
    })
  for (const method of ['notifications/message', 'ui/notifications/size-changed'] as const)
    peer.on(method, (params) => post(toMcpUi(method, params) ?? {}))
  peer.on('ui/notifications/initialized', () => {
    post({ type: Type.UI_LIFECYCLE_IFRAME_READY })
    data.start()
  })
}

/** Sends changed render data to a View, once the View is ready. */
function renderDataTeller(peer: HostPeer): {
  readonly take: (data: RenderData) => void
  readonly start: () => void
  readonly context: () => ReturnType<typeof fromRenderData>['context']
} {
  const told = new Map<string, string>()
  let data: RenderData = {}
  let isReady = false
  const tell = (method: 'tool-input' | 'tool-result' | 'host-context-changed', params: object | undefined): void => {
    const text = JSON.stringify(params)
    if (!params || told.get(method) === text) return
    told.set(method, text)
    peer.notify(`ui/notifications/${method}`, params)
  }
  const tellAll = (): void => {
    const { context, input, result } = fromRenderData(data)
    if (Object.keys(context).length > 0) tell('host-context-changed', context)
    // A View waits for its input first, so a call without input sends an empty one.
    if (input || result) tell('tool-input', { arguments: input ?? {} })
    tell('tool-result', result)
  }
  return {
    context: () => fromRenderData(data).context,
    take(given) {
      data = { ...data, ...given }
      if (isReady) tellAll()
    },
    start() {
      isReady = true
      tellAll()
    },
  }
}

run(takeSettings() as Settings)
