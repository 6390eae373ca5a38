import type { ProfileChoice } from 'casement/testing/profiles'
import type { Fields } from '../static/fields.ts'

/** The signature of the doctor's own messages inside a View. */
export const GOODBYE = 'casement-doctor'

/** The options for mounting a View in the doctor's page. */
export interface MountPlan {
  /** The name of its place on the page. */
  readonly slot: string
  readonly tool: Fields
  readonly app: string
  readonly profile: ProfileChoice
  /** In pixels. */
  readonly width: number
  readonly maxHeight: number
  /** The capabilities of the server. */
  readonly capabilities: Fields
  readonly input: Fields | undefined
  /** The arguments as a text that comes in pieces, in place of `input`. */
  readonly partial?: string
  /** Undefined if it is sent later, or never. */
  readonly result?: Fields | undefined
  /** False to send everything through the relay. */
  readonly directPort?: boolean
  /** How long the View has to connect, in milliseconds. */
  readonly deadline: number
  /** The result of resources/read instead of the server's own response. */
  readonly document?: Fields
  /** True if the doctor uses the View: requests that need consent are permitted and go nowhere. */
  readonly isUsed?: boolean
}

/** One message between host and View. */
export interface WireNote {
  readonly direction: 'to-view' | 'from-view'
  readonly message: Fields
  /** Why it was not acted on, where it was not. */
  readonly refused?: string
}

/** The observations of a mounted View from outside. */
export interface MountRecord {
  readonly stage: string
  readonly diagnosis: { readonly code: string; readonly cause: string; readonly evidence: readonly string[] } | undefined
  /** The stages that are done, in their order, in milliseconds since the beginning. */
  readonly steps: readonly { readonly name: string; readonly elapsed: number }[]
  /** The reports of the View's tap: errors, blocked loads, console. */
  readonly reports: readonly Fields[]
  readonly wire: readonly WireNote[]
}

/** Where a frame is on the page, in pixels. */
export interface Place {
  readonly x: number
  readonly y: number
  readonly width: number
  readonly height: number
}

/** A colour: red, green and blue, each up to 255. */
export type Colour = readonly [red: number, green: number, blue: number]

/** Text of one colour on one background. */
export interface TextColours {
  readonly text: Colour
  /** The nearest opaque background colour behind the text; undefined when that is the page itself. */
  readonly background: Colour | undefined
  readonly characters: number
}

/** The facts from the pixels of a frame. */
export interface Look {
  /** True when they all have one colour, or there are none. */
  readonly isBlank: boolean
  /** The colour that most of them have. */
  readonly background: Colour
  readonly width: number
  readonly height: number
}

/** The measurements inside a View. */
export interface Measures {
  readonly text: string
  /** The text without its changing parts: clocks, counters, random content. */
  readonly steadyText: string
  /** The size of the content, and the part that the frame shows. */
  readonly content: { readonly width: number; readonly height: number }
  readonly frame: { readonly width: number; readonly height: number }
  /** The element that reaches furthest to the right. */
  readonly widest: string
  readonly textColours: readonly TextColours[]
  /** Text in the document that its style hides, and the element that does; empty where text is to be seen. */
  readonly hidden: string
  /** How long each task took that took more than 50 ms. */
  readonly longTasks: readonly number[]
  /** The resources loaded besides the document: bytes and number of requests. */
  readonly loaded: { readonly bytes: number; readonly requests: number }
}
