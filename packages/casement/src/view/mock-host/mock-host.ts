import { memoryChannels } from '../../protocol/channel/memory-channel.ts'
import type { Channel } from '../../protocol/channel/channel.ts'
import type { HostToView, ViewToHost } from '../../protocol/methods.ts'
import { createPeer } from '../../protocol/rpc/peer.ts'
import type { CallToolResult, McpUiHostContext, McpUiInitializeResult } from '../../protocol/schemas/index.ts'
import type { CoreApp } from '../core-app.ts'

/** The sample data of the mock host. */
export interface StandInSamples {
  /** The arguments of the tool call that the View shows. */
  input?: Record<string, unknown>
  /** The result of that tool call. */
  result?: CallToolResult
  context?: McpUiHostContext
  /** Handles the View's own tool calls, by the name of the tool. */
  tools?: Record<string, (args: Record<string, unknown>) => CallToolResult | Promise<CallToolResult>>
}

/**
 * Lets a View run in a browser tab without a host, against a mock host; inside a frame it has no effect. For development:
 * `if (import.meta.env.DEV) app.use(standIn({ … }))`, or a similar condition, keeps it out of production bundles.
 */
export function standIn(samples: StandInSamples): (app: CoreApp) => { readonly standsAlone: boolean } {
  return (app) => {
    const standsAlone = parent === window
    const connect = app.connect.bind(app)
    if (standsAlone) app.connect = (transport, options) => connect(transport ?? mockHost(samples), options)
    return { standsAlone }
  }
}

function mockHost({ input, result, context, tools = {} }: StandInSamples): Channel {
  const [view, end] = memoryChannels()
  const host = createPeer<HostToView, ViewToHost>(end, {
    // Every other request succeeds without an effect.
    fallback: () => ({}),
  })
  host.handle('ui/initialize', ({ protocolVersion }): McpUiInitializeResult => ({
    protocolVersion,
    hostInfo: { name: 'casement-stand-in', version: '1' },
    hostCapabilities: { openLinks: {}, serverTools: {}, logging: {}, message: { text: {} }, updateModelContext: { text: {} } },
    hostContext: {
      theme: matchMedia('(prefers-color-scheme: dark)').matches ? 'dark' : 'light',
      displayMode: 'inline',
      ...context,
    },
  }))
  host.handle('ui/open-link', ({ url }) => ({ isError: !window.open(url, '_blank', 'noopener,noreferrer') }))
  host.handle('ui/request-display-mode', () => ({ mode: 'inline' as const }))
  host.handle('tools/call', async ({ name, arguments: args = {} }): Promise<CallToolResult> => {
    const tool = Object.hasOwn(tools, name) ? tools[name] : undefined
    if (tool) return tool(args)
    const text = `The mock host has no sample tool "${name}". Add it to the tools of standIn`
    return { isError: true, content: [{ type: 'text', text }] }
  })
  host.on('ui/notifications/initialized', () => {
    if (input) host.notify('ui/notifications/tool-input', { arguments: input })
    if (result) host.notify('ui/notifications/tool-result', result)
  })
  return view
}
