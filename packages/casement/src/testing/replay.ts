/**
 * `casement/testing/replay`: plays a recording to a View, in memory or in a page of your own.
 * @module
 */
export { mountReplay, type MountedReplay } from './render/mount-replay.ts'
export { replayTrace } from './replay-trace.ts'
