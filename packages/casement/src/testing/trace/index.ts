/**
 * `casement/testing/trace`: one file for everything recorded on the wire, to be read, compared, cleaned of secrets and played
 * again. It needs no window and no Node.
 * @module
 */
export { compareRecording, type RecordingComparison } from './compare-recording.ts'
export { alignTraces, diffTraces, type AlignedMessage, type TraceDifference } from './diff-traces.ts'
export { diffValues, type Difference } from './diff-values.ts'
export { maskVolatile } from './mask-volatile.ts'
export { readRecording } from './read-recording.ts'
export { readTrace } from './read-trace.ts'
export { recordedCall, type RecordedCall } from './recorded-call.ts'
export { createRecorder, recordedChannel, type Recorder } from './recorder.ts'
export { redactTrace, type RedactOptions } from './redact-trace.ts'
export type { Divergence, ReplayState } from './playhead.ts'
export { createReplay, type Replay, type ReplayOptions } from './replay.ts'
export {
  TRACE_VERSION,
  type MessageRecord,
  type ReportRecord,
  type StepRecord,
  type Trace,
  type TraceDirection,
  type TracedView,
  type TraceHeader,
  type TraceHop,
  type TraceRecord,
} from './trace.ts'
export { writeTrace } from './write-trace.ts'
