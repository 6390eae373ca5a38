import { decodeRecording } from '../../protocol/recording-code.ts'
import { readTrace } from './read-trace.ts'
import type { Trace } from './trace.ts'

const MAX_BYTES = 64 * 1024 * 1024

/** Reads a trace file, or a text that contains the code of `casement/view/recorder`, such as a message or the output of a console. */
export async function readRecording(text: string): Promise<Trace> {
  return readTrace((await decodeRecording(text, MAX_BYTES)) ?? text.trimStart())
}
