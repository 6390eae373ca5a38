import type { Channel } from '../../protocol/channel/channel.ts'
import { WireCode } from '../../protocol/errors.ts'
import { parseMessage, readMessage, type Incoming } from '../../protocol/rpc/message.ts'
import type { Unsubscribe } from '../../protocol/runtime.ts'
import { createHeardMessages } from './heard-messages.ts'
import type { Playhead } from './playhead.ts'
import { createTranslation, isSameKind, type ScriptLine } from './replay-script.ts'

/** What is said in a replay: our lines to the other side, and what it says for its own. */
export interface Exchange {
  /** Passes one line: ours is said, theirs taken from what was heard. False when that has not come. */
  pass(line: ScriptLine): boolean
  /** Listens, and runs something after each message. */
  listen(heard: () => void): Unsubscribe
}

/** Speaks through a channel for one side of a script. What the other side does otherwise goes to the playhead. */
export function createExchange(
  script: readonly ScriptLine[],
  head: Playhead,
  channel: Channel,
  isNeeded: (incoming: Incoming) => boolean,
): Exchange {
  const heard = createHeardMessages()
  const translation = createTranslation()

  const say = (line: ScriptLine): void => {
    const message = translation.translate(line)
    if (message !== undefined) channel.post(message)
  }
  const take = (line: ScriptLine): boolean => {
    const taken = heard.take(line)
    if (!taken) return false
    const { incoming, message: live, differences } = taken
    translation.learn(line.incoming, incoming)
    if (differences.length > 0) head.diverge('different', { recorded: line.record.message, live, differences })
    return true
  }
  const isInScript = (incoming: Incoming): boolean =>
    script.some((line, index) => index >= head.position && !line.isOurs && isSameKind(line.incoming, incoming))

  return {
    pass(line) {
      if (line.isOurs) say(line)
      else if (!take(line)) return false
      head.forward()
      return true
    },
    listen: (told) =>
      channel.listen((raw) => {
        const message = parseMessage(raw)
        const incoming = readMessage(message)
        if (incoming.kind === 'noise' || incoming.kind === 'broken') return
        if (isInScript(incoming)) heard.add({ incoming, message })
        else {
          if (isNeeded(incoming)) head.diverge('unexpected', { live: message })
          if (incoming.kind === 'request') answerStranger(channel, incoming)
        }
        told()
      }),
  }
}

function answerStranger(channel: Channel, { id, method }: Extract<Incoming, { kind: 'request' }>): void {
  if (method === 'ping') return channel.post({ jsonrpc: '2.0', id, result: {} })
  const error = { code: WireCode.MethodNotFound, message: `${method} is not in the recording at this point` }
  channel.post({ jsonrpc: '2.0', id, error })
}
