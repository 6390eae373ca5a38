import type { Fields } from '../static/fields.ts'
import type { Look, Measures, MountPlan, MountRecord, Place } from './mount-record.ts'
import type { Watched } from './watched.ts'

/** A control that a user can name. */
export interface Control {
  /** Its place among the elements that match `CONTROLS`. */
  readonly index: number
  readonly role: 'button' | 'link' | 'field' | 'choice'
  readonly name: string
}

/** The elements that a user can operate. */
export const CONTROLS =
  'button, a[href], input:not([type=hidden]), select, textarea, summary, [role=button], [role=tab], [role=menuitem], [role=link], [role=checkbox], [role=switch], [contenteditable=true]'

/** The functions of the doctor's page, by name. */
export interface DoctorPage {
  /** Mounts a View. */
  start(plan: MountPlan): void
  update(slot: string, changes: Fields): void
  /** Loads the View again, and returns when it is there, or failed. */
  reload(slot: string): Promise<void>
  resize(slot: string, width: number): void
  /** Unmounts the View, and returns when the teardown was sent. */
  dispose(slot: string): Promise<void>
  /** Returns when the View has taken one of these steps, or failed. */
  until(slot: string, steps: readonly string[]): Promise<void>
  /** Pings the View, and returns when it responds. */
  ping(slot: string): Promise<void>
  record(slot: string): MountRecord
  /** Where the frame is, without its border. */
  place(slot: string): Place
  /** Which slot a proxy's frame belongs to. */
  slotOf(frame: unknown): string
  look(png: string, places: readonly Place[]): Promise<Look[]>
}

/** The functions of the doctor inside a View, by name. */
export interface Inside {
  /** Returns when nothing has changed for a while, or after the most that it may take; in milliseconds. */
  settle(quiet: number, most: number): Promise<void>
  measure(): Measures
  /** The number of pings from the host. */
  pings(): number
  /** Returns after that number of pings. */
  pinged(count: number): Promise<void>
  /** Returns when the handshake was refused. */
  refused(): Promise<void>
  /** Marks that all previous messages have been sent. */
  sayGoodbye(tag?: string): void
  /** Posts a message to the View itself, as any script in its page could. */
  forge(message: unknown): void
  /** The behaviour of the View so far. */
  watched(): Watched
  /** Milliseconds since the View last did something; 0 while it waits for something that it started. */
  idleFor(): number
  /** The visible, enabled controls that have a name. */
  controls(): Control[]
  /** A text that fits the input at this place among the controls. */
  valueFor(index: number): string
  /** True when this is anywhere in the document. */
  contains(text: string): boolean
}
