import type { Runtime } from '../../protocol/runtime.ts'
import type { DisplayMode } from '../../protocol/schemas/apps-context.ts'
import type { Implementation, McpUiHostContext, Tool } from '../../protocol/schemas/index.ts'
import type { AppBridge } from '../bridge/app-bridge.ts'
import type { BridgeHandlers, HostOptions } from '../bridge/options.ts'
import type { McpClientLike } from '../server/client.ts'
import type { LiveSet } from './live-set.ts'
import type { GateOptions } from '../gate/gate.ts'
import type { ToolData } from '../model/tool-data.ts'
import type { FramePool } from '../frame/frame-pool.ts'
import type { SandboxProvider } from '../frame/sandbox-provider.ts'
import type { ContainerDimensions } from '../surface/sizing-control.ts'
import { showName } from '../surface/untrusted-text.ts'
import type { WatchdogOptions } from './watchdog.ts'

/** The deadline of each stage in milliseconds. A missed deadline ends in a diagnosis. */
export interface Deadlines {
  /** Reading the UI resource. Default 20,000. */
  readonly fetching: number
  /** The ticket request to the sandbox. Default 10,000. */
  readonly minting: number
  /** Loading the proxy. Default 10,000. */
  readonly proxy: number
  /** From sending the document to its `ui/initialize`. Default 30,000. */
  readonly initialize: number
  /** From there to `ui/notifications/initialized`. Default 15,000. */
  readonly initialized: number
}

const DEADLINES: Deadlines = { fetching: 20_000, minting: 10_000, proxy: 10_000, initialize: 30_000, initialized: 15_000 }

/** A View that is frozen. */
export interface FrozenView {
  readonly title: string
  /** The text of the tool's result. */
  readonly text: string
}

/** Options of `mountApp`. */
export interface MountOptions extends ToolData {
  readonly client: McpClientLike
  /** The tool whose View is shown, as listed by `tools/list`. */
  readonly tool: Pick<Tool, 'name' | '_meta'> & Partial<Tool>
  /** The sandbox: `mintingSandbox(…)`, `staticSandbox(…)`, or your own. */
  readonly sandbox: SandboxProvider
  /**
   * The stable identity of the MCP server, such as its URL. It determines the View's origin, and with it the storage that it shares
   * and keeps. Default: one that lasts as long as the client object, so that nothing is shared by accident.
   */
  readonly app?: string | undefined
  readonly hostInfo?: Implementation | undefined
  /** Host context in addition to what is detected: theme, locale, time zone, size and so on. */
  readonly hostContext?: McpUiHostContext | undefined
  /** The policies for the View's requests. Default: a consent dialog for links, downloads, messages and sampling. */
  readonly policies?: GateOptions | undefined
  /** Request handlers in place of the built-in ones. A handler given as undefined removes the built-in one. */
  readonly handlers?: Partial<BridgeHandlers> | undefined
  /** Further options of the bridge: audit, model context, state. */
  readonly bridge?: Omit<HostOptions, 'hostContext' | 'app' | 'gate'> | undefined
  /** Called with every bridge before it connects: once now, and again each time the View is reloaded or thawed. */
  readonly prepare?: ((bridge: AppBridge) => void) | undefined
  /** The space in the flow of the page. Default: as wide as the container, and up to 4,000 px high. */
  readonly containerDimensions?: ContainerDimensions | undefined
  /** Default: `inline`, `fullscreen` and `pip`, and `split` if there is a region for it. */
  readonly displayModes?: readonly DisplayMode[] | undefined
  /** Size of picture-in-picture. Default 360 by 240. */
  readonly pip?: { readonly width: number; readonly height: number } | undefined
  /** The region of the page beside the chat for the display mode `split`, a draft. The View covers it; the page sets its size. */
  readonly split?: HTMLElement | undefined
  readonly deadlines?: Partial<Deadlines> | undefined
  /** The reaction to a View's request to be closed. Default `close`. */
  readonly onrequestteardown?: 'close' | 'ignore' | undefined
  /** Prewarmed frames. Default: one for the app of the last View, or up to eight after several were mounted at once; false for none. */
  readonly pool?: FramePool | false | undefined
  /** The Views that share a limit of live Views; false for no limit. Default: all Views of the page, 20. */
  readonly liveSet?: LiveSet | false | undefined
  /**
   * Shows the UI resource that a result names in `_meta["dev.casement/result-ui"].resourceUri`, in place of the tool's. Declare
   * `dev.casement/result-ui` in `capabilities.experimental` of the MCP client, so that servers know when to send it. Default false.
   */
  readonly resultUi?: boolean | undefined
  /**
   * The placeholder of a frozen View, such as an image or a text. Default: the text of the tool's result, else its title. It has
   * the size of the View.
   */
  readonly placeholder?: ((view: FrozenView) => Node | string) | undefined
  /** Pings the View every `interval` ms and reports it as unresponsive after `patience` ms. Default true. */
  readonly watch?: boolean | Pick<WatchdogOptions, 'interval' | 'patience'> | undefined
  /** Unmounts the View when aborted. */
  readonly signal?: AbortSignal | undefined
  readonly runtime?: Runtime | undefined
}

/** The title of the View for users and screen readers. The server chose it, so it is shown as a name of limited length. */
export const titleOf = ({ tool }: Pick<MountOptions, 'tool'>): string => showName(tool.title ?? tool.name)

/** The deadline of a stage. A deadline given as undefined has its default. */
export const deadlineOf = ({ deadlines }: MountOptions, stage: keyof Deadlines): number => deadlines?.[stage] ?? DEADLINES[stage]
