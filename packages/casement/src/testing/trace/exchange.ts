import type { Channel } from '../../protocol/channel/channel.ts'
import { WireCode } from '../../protocol/errors.ts'
import { parseMessage, readMessage, type Incoming } from '../../protocol/rpc/message.ts'
import type { Unsubscribe } from '../../protocol/runtime.ts'
import { createReceivedMessages } from './received-messages.ts'
import type { Playhead } from './playhead.ts'
import { createTranslation, isSameKind, type ScriptLine } from './replay-script.ts'

/** Sends and receives the messages of a replay. */
export interface Exchange {
  /** Passes one line: sends ours, or matches a received message with theirs. False if that has not arrived. */
  pass(line: ScriptLine): boolean
  /** Listens, and calls back after each message. */
  listen(onmessage: () => void): Unsubscribe
}

/** Plays one side of a script over a channel. Differences of the other side go to the playhead. */
export function createExchange(
  script: readonly ScriptLine[],
  head: Playhead,
  channel: Channel,
  isNeeded: (incoming: Incoming) => boolean,
): Exchange {
  const received = createReceivedMessages()
  const translation = createTranslation()

  const send = (line: ScriptLine): void => {
    const message = translation.translate(line)
    if (message !== undefined) channel.post(message)
  }
  const take = (line: ScriptLine): boolean => {
    const match = received.take(line)
    if (!match) return false
    const { incoming, message: live, differences } = match
    translation.learn(line.incoming, incoming)
    if (differences.length > 0) head.diverge('different', { recorded: line.record.message, live, differences })
    return true
  }
  const isInScript = (incoming: Incoming): boolean =>
    script.some((line, index) => index >= head.position && !line.isOurs && isSameKind(line.incoming, incoming))

  return {
    pass(line) {
      if (line.isOurs) send(line)
      else if (!take(line)) return false
      head.forward()
      return true
    },
    listen: (onmessage) =>
      channel.listen((raw) => {
        const message = parseMessage(raw)
        const incoming = readMessage(message)
        if (incoming.kind === 'noise' || incoming.kind === 'broken') return
        if (isInScript(incoming)) received.add({ incoming, message })
        else {
          if (isNeeded(incoming)) head.diverge('unexpected', { live: message })
          if (incoming.kind === 'request') refuseRequest(channel, incoming)
        }
        onmessage()
      }),
  }
}

function refuseRequest(channel: Channel, { id, method }: Extract<Incoming, { kind: 'request' }>): void {
  if (method === 'ping') return channel.post({ jsonrpc: '2.0', id, result: {} })
  const error = { code: WireCode.MethodNotFound, message: `${method} is not in the recording at this point` }
  channel.post({ jsonrpc: '2.0', id, error })
}
