import type { WireNote } from '../dynamic/mount-record.ts'
import type { Fields } from '../static/fields.ts'

/** A message that the View wrote to its console. */
export interface ConsoleMessage {
  readonly level: string
  readonly message: string
}

/** A violation of the View's content security policy. */
export interface PolicyViolation {
  readonly directive: string
  readonly blocked: string
}

/** A problem of a rendered View. The code is one of the doctor's catalogue. */
export interface RenderProblem {
  readonly code: string
  readonly message: string
}

/** A View that was rendered, with its picture. */
export interface RenderedView {
  /** True if there are no problems. */
  readonly ok: boolean
  readonly tool: string
  readonly resourceUri: string
  readonly arguments: Fields
  /** The tool result that the View received; undefined if there was none. */
  readonly result: Fields | undefined
  /** The size of the View in CSS pixels. */
  readonly size: { readonly width: number; readonly height: number }
  /** The accessibility tree as text; empty if the View could not be read. */
  readonly accessibilityTree: string
  readonly problems: readonly RenderProblem[]
  readonly exceptions: readonly string[]
  readonly violations: readonly PolicyViolation[]
  readonly console: readonly ConsoleMessage[]
  /** Tools whose calls by the View were blocked because they do not declare `readOnlyHint`. */
  readonly withheld: readonly string[]
  /** The messages between host and View, in order. */
  readonly messages: readonly WireNote[]
  /** The picture, as PNG. */
  readonly png: Buffer
}
