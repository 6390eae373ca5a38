import { channelCore } from '../../protocol/channel/channel.ts'
import { isRecord, parseMessage } from '../../protocol/rpc/message.ts'
import { parentChannel } from '../connection/parent-channel.ts'
import type { WireChannel } from '../connection/wire.ts'
import { findOpenai, openaiChannel } from './openai-channel.ts'

/** What `openAnyHost` can be told. */
export interface AnyHostOptions {
  /** Milliseconds that an Apps host is given to answer where there is a `window.openai` as well. Default 500. */
  patience?: number
}

/**
 * The way to whatever host there is, for the option `open` of an App: the Apps host around this window, or `window.openai`
 * where that is there and no Apps host answers. Nothing is lost by the choice: until it is made, an App says nothing but
 * `ui/initialize`, and the last of these is said again to the one that was chosen.
 */
export function openAnyHost({ patience = 500 }: AnyHostOptions = {}): WireChannel {
  const openai = findOpenai()
  if (!openai) return parentChannel()
  if (parent === window) return openaiChannel(openai)
  const around = parentChannel()
  let host: WireChannel | undefined
  let hello: unknown
  const core = channelCore(
    (message, transfer) => {
      if (!host) hello = message
      ;(host ?? around).post(message, transfer)
    },
    () => {
      clearTimeout(timer)
      around.close()
      host?.close()
    },
  )
  around.listen((raw, ports) => {
    const message = parseMessage(raw)
    if (isRecord(message) && message['jsonrpc'] === '2.0') host ??= around
    if (host === around) core.deliver(raw, ports)
  })
  const timer = setTimeout(() => {
    if (host) return
    host = openaiChannel(openai)
    host.listen(core.deliver)
    host.post(hello)
  }, patience)
  return core
}
