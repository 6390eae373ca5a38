/**
 * `casement/view/recorder`: records the messages between a View and its host and the failures in the View, on any SDK and in any
 * host. Importing it starts the recording, so make it the first import of a View. By default, nothing leaves the page.
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
