import { channelCore } from '../../protocol/channel/channel.ts'
import { isRecord, parseMessage } from '../../protocol/rpc/message.ts'
import { platform } from '../../protocol/runtime.ts'
import { parentChannel } from '../connection/parent-channel.ts'
import type { WireChannel } from '../connection/wire.ts'
import { findOpenai, openaiChannel } from './openai-channel.ts'

/** Options of `openAnyHost`. */
export interface AnyHostOptions {
  /** How long an Apps host has to respond where there is a `window.openai` as well, in milliseconds. Default 500. */
  patience?: number
}

/**
 * A channel to any kind of host, for the option `open` of an App: to the Apps host in the parent window, or to `window.openai`
 * where that exists and no Apps host responds. No message is lost in the meantime: until it is connected, an App sends nothing
 * but `ui/initialize`, and the last one is sent again to the chosen host.
 */
export function openAnyHost({ patience = 500 }: AnyHostOptions = {}): WireChannel {
  const openai = findOpenai()
  if (!openai) return parentChannel()
  if (parent === window) return openaiChannel(openai)
  const appsHost = parentChannel()
  let host: WireChannel | undefined
  let initialize: unknown

  const core = channelCore(
    (message, transfer) => {
      if (!host) initialize = message
      ;(host ?? appsHost).post(message, transfer)
    },
    () => {
      appsHost.close()
      host?.close()
    },
  )
  const cancelFallback = platform.after(patience, () => {
    if (host) return
    host = openaiChannel(openai)
    host.listen(core.deliver)
    host.post(initialize)
  })
  core.closed.addEventListener('abort', cancelFallback)
  appsHost.listen((raw, ports) => {
    const message = parseMessage(raw)
    if (isRecord(message) && message['jsonrpc'] === '2.0') host ??= appsHost
    if (host === appsHost) core.deliver(raw, ports)
  })
  return core
}
