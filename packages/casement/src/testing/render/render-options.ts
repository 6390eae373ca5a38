import type { Deadlines } from '../../host/mount/options.ts'
import type { ToolData } from '../../host/model/tool-data.ts'
import type { MountChanges } from '../../host/mount/mount-app.ts'
import type { McpUiHostContext } from '../../protocol/schemas/index.ts'
import type { Fault } from '../faults/faults.ts'
import type { Observed } from '../observation.ts'
import type { ProfileChoice } from '../profiles/profiles.ts'
import type { Reactions } from '../reactions.ts'
import type { Shown } from '../server-client.ts'

/** The part of what is asked for that is plain data. */
export interface RenderFacts {
  /** Beyond what every test is told alike: locale `en-US`, time zone `UTC`, the theme `light`. */
  readonly hostContext?: McpUiHostContext | undefined
  /** The host that is imitated: a built-in profile by its name, or that of `readProfile`. Default `strict`. */
  readonly profile?: ProfileChoice | undefined
  /** How wide the View is, in pixels. Default 600. */
  readonly width?: number | undefined
  /** What goes wrong on the wire, as the host's end sees it. */
  readonly faults?: readonly Fault[] | undefined
  /** The same seed gives the same faults. */
  readonly seed?: string | number | undefined
  /** With `manual` the deadlines of the host only pass when `advance` says so. Default `real`. */
  readonly clock?: 'real' | 'manual' | undefined
  readonly deadlines?: Partial<Deadlines> | undefined
  /** Milliseconds that the View has to answer `ui/resource-teardown`. Default 8,000. */
  readonly teardownTimeout?: number | undefined
}

/** What is rendered, and how its host reacts. */
export interface RenderOptions extends Shown, Reactions, RenderFacts, Omit<ToolData, 'result'> {
  /**
   * What the tool returned, now or later. Left out, the tool is called with `input`, where the server has it; `false` for no
   * result at all.
   */
  readonly result?: Exclude<ToolData['result'], undefined> | false | undefined
}

/** What all flavours of a rendered app have in common. */
export interface Rendered extends Observed {
  /** Hands over tool data and context as they come. */
  update(changes: Omit<MountChanges, 'partial'>): Promise<void>
  /** Loads the View again, with all that it was told. Resolves when it is ready. */
  reload(): Promise<void>
  /** Winds a manual clock. */
  advance(ms: number): Promise<void>
  /** Calls a tool that the View offers to the model, by the View's own name. */
  callAppTool(name: string, args?: Record<string, unknown>): Promise<unknown>
  /** Takes the View away. Rejects when it did not answer that it may go. A second call does nothing more. */
  unmount(): Promise<void>
}
