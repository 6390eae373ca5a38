import type { Deadlines } from '../../host/mount/options.ts'
import type { ToolData } from '../../host/model/tool-data.ts'
import type { MountChanges } from '../../host/mount/mount-app.ts'
import type { McpUiHostContext } from '../../protocol/schemas/index.ts'
import type { Fault } from '../faults/faults.ts'
import type { Observed } from '../observation.ts'
import type { ProfileChoice } from '../profiles/profiles.ts'
import type { Reactions } from '../reactions.ts'
import type { Shown } from '../server-client.ts'

/** The options that are plain data. */
export interface RenderFacts {
  /** In addition to the defaults of every test: locale `en-US`, time zone `UTC`, the theme `light`. */
  readonly hostContext?: McpUiHostContext | undefined
  /** The host to imitate: the name of a built-in profile, or the result of `readProfile`. Default `strict`. */
  readonly profile?: ProfileChoice | undefined
  /** The width of the View in pixels. Default 600. */
  readonly width?: number | undefined
  /** Faults at the host's end of the channel. */
  readonly faults?: readonly Fault[] | undefined
  /** The same seed gives the same faults. */
  readonly seed?: string | number | undefined
  /** With `manual`, the clock of the host only advances with `advance`. Default `real`. */
  readonly clock?: 'real' | 'manual' | undefined
  readonly deadlines?: Partial<Deadlines> | undefined
  /** The timeout of `ui/resource-teardown` in milliseconds. Default 8,000. */
  readonly teardownTimeout?: number | undefined
}

/** Options of `renderApp`. */
export interface RenderOptions extends Shown, Reactions, RenderFacts, Omit<ToolData, 'result'> {
  /**
   * The result of the tool, or a promise of it. Default: the tool is called with `input`, if the server has it. `false` for no
   * result.
   */
  readonly result?: Exclude<ToolData['result'], undefined> | false | undefined
}

/** The members of every rendered app. */
export interface Rendered extends Observed {
  /** Passes tool data and context on as they arrive. */
  update(changes: Omit<MountChanges, 'partial'>): Promise<void>
  /** Reloads the View and sends its data again. Resolves when it is ready. */
  reload(): Promise<void>
  /** Advances a manual clock. */
  advance(ms: number): Promise<void>
  /** Calls a tool that the View offers to the model, by the View's own name. */
  callAppTool(name: string, args?: Record<string, unknown>): Promise<unknown>
  /** Unmounts the View. Rejects if it did not respond to the teardown. Further calls have no effect. */
  unmount(): Promise<void>
}
