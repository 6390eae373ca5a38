import type { Channel } from '../protocol/channel/channel.ts'
import { memoryChannels } from '../protocol/channel/memory-channel.ts'
import { hearingOneHandshake, withOneHandshake } from './one-handshake.ts'
import { readTrace } from './trace/read-trace.ts'
import type { Divergence } from './trace/playhead.ts'
import { createReplay, type ReplayOptions } from './trace/replay.ts'
import type { Trace } from './trace/trace.ts'

/**
 * Plays the host of a recording to a View that is started on the channel, in memory. Returns where the View did something else than
 * in the recording: nothing, where it did the same.
 */
export async function replayTrace(
  recording: Trace | string,
  startView: (channel: Channel) => unknown,
  options: ReplayOptions = {},
): Promise<readonly Divergence[]> {
  const trace = typeof recording === 'string' ? readTrace(recording) : recording
  const [host, view] = memoryChannels()
  const replay = createReplay(withOneHandshake(trace), hearingOneHandshake(host), options)
  replay.play({ speed: Infinity })
  try {
    await startView(view)
    return await replay.done
  } finally {
    host.close()
  }
}
