import { memoryChannels } from '../../protocol/channel/memory-channel.ts'
import type { Channel } from '../../protocol/channel/channel.ts'
import type { HostToView, ViewToHost } from '../../protocol/methods.ts'
import { createPeer } from '../../protocol/rpc/peer.ts'
import type { CallToolResult, McpUiHostContext, McpUiInitializeResult } from '../../protocol/schemas/index.ts'
import type { CoreApp } from '../core-app.ts'

/** What the stand-in host shows the View. */
export interface StandInSamples {
  /** The arguments of the tool call that the View shows. */
  input?: Record<string, unknown>
  /** Its result. */
  result?: CallToolResult
  context?: McpUiHostContext
  /** Answers the View's own calls, by the name of the tool. */
  tools?: Record<string, (args: Record<string, unknown>) => CallToolResult | Promise<CallToolResult>>
}

/**
 * Lets a View run in a plain browser tab against a stand-in for its host; inside a frame it does nothing. For development:
 * `if (import.meta.env.DEV) app.use(standIn({ … }))`, or the like, keeps all of it out of what is shipped.
 */
export function standIn(samples: StandInSamples): (app: CoreApp) => { readonly standsAlone: boolean } {
  return (app) => {
    const standsAlone = parent === window
    const connect = app.connect.bind(app)
    if (standsAlone) app.connect = (transport, options) => connect(transport ?? standInHost(samples), options)
    return { standsAlone }
  }
}

function standInHost({ input, result, context, tools }: StandInSamples): Channel {
  const [view, end] = memoryChannels()
  const host = createPeer<HostToView, ViewToHost>(end, {
    // Everything else that a View may ask is granted, without effect.
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
    const run = tools?.[name]
    return run
      ? run(args)
      : { isError: true, content: [{ type: 'text', text: `The stand-in host has no sample tool "${name}"` }] }
  })
  host.on('ui/notifications/initialized', () => {
    if (input) host.notify('ui/notifications/tool-input', { arguments: input })
    if (result) host.notify('ui/notifications/tool-result', result)
  })
  return view
}
