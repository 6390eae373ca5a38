import type { Runtime } from '../../protocol/runtime.ts'
import type { CallToolResult, Implementation, McpUiDisplayMode, McpUiHostContext, Tool } from '../../protocol/schemas/index.ts'
import type { AppBridge } from '../bridge/app-bridge.ts'
import type { BridgeHandlers, HostOptions } from '../bridge/bridge-types.ts'
import type { McpClientLike } from '../server/client.ts'
import type { LiveSet } from './live-set.ts'
import type { GateOptions } from '../gate/gate.ts'
import type { FramePool } from '../frame/frame-pool.ts'
import type { SandboxProvider } from '../frame/sandbox-provider.ts'
import type { ContainerDimensions } from '../surface/sizing-control.ts'
import type { WatchdogOptions } from './watchdog.ts'

/** How long each stage may take, in milliseconds, before it ends in a diagnosis. */
export interface Deadlines {
  /** Reading the UI resource. Default 20,000. */
  readonly fetching: number
  /** Getting the ticket of the sandbox. Default 10,000. */
  readonly minting: number
  /** The proxy announcing itself. Default 10,000. */
  readonly proxy: number
  /** From the document in the frame to its `ui/initialize`. Default 30,000. */
  readonly initialize: number
  /** From there to `ui/notifications/initialized`. Default 15,000. */
  readonly initialized: number
}

const DEADLINES: Deadlines = { fetching: 20_000, minting: 10_000, proxy: 10_000, initialize: 30_000, initialized: 15_000 }

/** A View that is put to sleep. */
export interface FrozenView {
  readonly title: string
  /** What the tool said to the model. */
  readonly text: string
}

/** What the View is told of the tool call, now or later. */
export interface ToolData {
  /** The complete arguments. */
  readonly input?: Record<string, unknown> | Promise<Record<string, unknown>> | undefined
  /** The text of the arguments as the model writes it, piece by piece. When it ends without `input`, it is the input. */
  readonly partial?: AsyncIterable<string> | undefined
  /** What the tool returned. A promise that rejects tells the View that there will be no result (4.14). */
  readonly result?: CallToolResult | Promise<CallToolResult> | undefined
}

/** What `mountApp` is told. */
export interface MountOptions extends ToolData {
  readonly client: McpClientLike
  /** The tool whose view is shown, as `tools/list` has it. */
  readonly tool: Pick<Tool, 'name' | '_meta'> & Partial<Tool>
  /** Where it runs: `mintingSandbox(…)`, `staticSandbox(…)`, or your own. */
  readonly sandbox: SandboxProvider
  /**
   * The stable identity of the MCP server, such as its URL. It decides the origin of the View, and so what storage it shares and
   * keeps. Default: one that lasts as long as the client object, so that nothing is shared by accident.
   */
  readonly app?: string | undefined
  readonly hostInfo?: Implementation | undefined
  /** Beyond what is found out: theme, locale, size and the like. */
  readonly hostContext?: McpUiHostContext | undefined
  /** What the View may do. Default: links, downloads, messages and sampling are asked about in a dialog. */
  readonly policies?: GateOptions | undefined
  /** Answers the View in place of what is built in. A handler that is given as undefined takes the built-in one away. */
  readonly handlers?: Partial<BridgeHandlers> | undefined
  /** More for the bridge: audit, model context, state. */
  readonly bridge?: Omit<HostOptions, 'hostContext' | 'app' | 'gate'> | undefined
  /** Sees every bridge before it connects: one now, one more each time the View comes back. */
  readonly prepare?: ((bridge: AppBridge) => void) | undefined
  /** The room in the flow of the page. Default: as wide as the container, and up to 4,000 px high. */
  readonly containerDimensions?: ContainerDimensions | undefined
  /** Default: all three. */
  readonly displayModes?: readonly McpUiDisplayMode[] | undefined
  /** Size of picture-in-picture. Default 360 by 240. */
  readonly pip?: { readonly width: number; readonly height: number } | undefined
  readonly deadlines?: Partial<Deadlines> | undefined
  /** What happens when the View asks to be closed. Default `close`. */
  readonly onrequestteardown?: 'close' | 'ignore' | undefined
  /** Frames that were opened ahead of time. Default: one like the last View had, or up to eight where several came at once; false for none. */
  readonly pool?: FramePool | false | undefined
  /** Which Views share the limit of live ones; false for no limit. Default: all of the page, 20. */
  readonly liveSet?: LiveSet | false | undefined
  /** Shows the view that a result names in place of its tool's, see `RESULT_UI_CAPABILITY`. Default false. */
  readonly resultUi?: boolean | undefined
  /**
   * What stands for the View while it is frozen: a picture that the host has, or other text. Default: the text of the tool's
   * result, else its title. It is drawn at the size that the View had.
   */
  readonly placeholder?: ((view: FrozenView) => Node | string) | undefined
  /** Asks the View for signs of life, every `interval` ms, and calls it silent after `patience` ms. Default true. */
  readonly watch?: boolean | Pick<WatchdogOptions, 'interval' | 'patience'> | undefined
  /** Gives up and takes the View away when aborted. */
  readonly signal?: AbortSignal | undefined
  readonly runtime?: Runtime | undefined
}

/** What the View is called where the user sees or hears it. */
export const titleOf = ({ tool }: Pick<MountOptions, 'tool'>): string => tool.title ?? tool.name

/** How long a stage may take. One that was given as undefined has its default, like one that was not given. */
export const deadlineOf = ({ deadlines }: MountOptions, stage: keyof Deadlines): number => deadlines?.[stage] ?? DEADLINES[stage]
