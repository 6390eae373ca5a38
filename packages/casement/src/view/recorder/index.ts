/**
 * `casement/view/recorder`: records what a View and its host said and what went wrong in the View, on any SDK and in any host.
 * Importing it starts the recording, so it is the first import of a View. Nothing leaves the page unless you say so.
 * @module
 */
import { startRecorder, type FlightRecorder } from './recorder.ts'

export type { FlightRecorder } from './recorder.ts'

declare global {
  /** The recorder, for the console of a browser. */
  var casementRecorder: FlightRecorder | undefined
}

/** The recorder of this page. It is started once, also where several bundles import it. */
export const recorder: FlightRecorder = (globalThis.casementRecorder ??= startRecorder())
