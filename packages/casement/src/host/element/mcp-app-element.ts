import { mountApp, type MountedApp } from '../mount/mount-app.ts'
import type { MountEventMap, MountState } from '../mount/events.ts'
import type { MountOptions } from '../mount/options.ts'

/** What `<mcp-app>` is told by its properties: the options of `mountApp`. */
export type McpAppProperties = { -readonly [K in keyof Omit<MountOptions, 'signal'>]?: MountOptions[K] | undefined }

/**
 * `<mcp-app>`. It mounts when it is in the document and has `client`, `tool` and `sandbox`. Setting a property never loads the
 * frame again: `input`, `partial`, `result` and `hostContext` are handed on, the others count from the next `reload()`.
 */
export interface McpAppElement extends HTMLElement, McpAppProperties {
  /** What `mountApp` returned; undefined before and after. */
  readonly mounted: MountedApp | undefined
  /** Starts over with the properties as they are now. */
  reload(): void
}

const HANDED_ON = ['input', 'partial', 'result', 'hostContext'] as const
const READ_ONCE = [
  'client',
  'tool',
  'sandbox',
  'app',
  'hostInfo',
  'policies',
  'handlers',
  'bridge',
  'prepare',
  'containerDimensions',
  'displayModes',
  'pip',
  'deadlines',
  'onrequestteardown',
  'pool',
  'liveSet',
  'placeholder',
  'resultUi',
  'watch',
  'runtime',
] as const satisfies readonly (keyof MountOptions)[]

/** The names of all properties. */
export const MCP_APP_PROPERTIES: readonly (keyof McpAppProperties)[] = [...HANDED_ON, ...READ_ONCE]

/** The events that `<mcp-app>` dispatches, with what they tell in `detail`. */
export const MCP_APP_EVENTS: readonly (keyof MountEventMap)[] = [
  'stage',
  'diagnosis',
  'bridge',
  'displaymode',
  'size',
  'report',
  'alive',
  'step',
]

/** Defines the element, once; here and not at import, so that a server can load the module too. */
export function defineMcpApp(name = 'mcp-app'): void {
  if (!customElements.get(name)) customElements.define(name, createElementClass())
}

// A function around a class, because HTMLElement does not exist on a server that renders the page.
function createElementClass(): CustomElementConstructor {
  class McpApp extends HTMLElement {
    #options: McpAppProperties = {}
    #mounted: MountedApp | undefined
    #isScheduled = false

    constructor() {
      super()
      for (const name of MCP_APP_PROPERTIES) this.#declare(name)
    }

    get mounted(): MountedApp | undefined {
      return this.#mounted
    }

    reload(): void {
      void this.#end()
      this.#schedule()
    }

    connectedCallback(): void {
      // Moved, and with it its frame, which the browser then loads again: the View comes back with all it was told.
      if (this.#mounted) void this.#mounted.reload().catch(() => {})
      else this.#schedule()
    }

    disconnectedCallback(): void {
      // A move is a removal and an insertion in one go.
      queueMicrotask(() => {
        if (!this.isConnected) void this.#end()
      })
    }

    /** `moveBefore` keeps the frame alive, so there is nothing to do. */
    connectedMoveCallback(): void {}

    #declare(name: keyof McpAppProperties): void {
      // Set before the element was defined: then it is an own property that hides ours.
      const early: unknown = Object.getOwnPropertyDescriptor(this, name)?.value
      if (early !== undefined) Object.assign(this.#options, { [name]: early })
      Object.defineProperty(this, name, {
        configurable: true,
        enumerable: true,
        get: () => this.#options[name],
        set: (value: unknown) => {
          this.#set(name, value)
        },
      })
    }

    #set(name: keyof McpAppProperties, value: unknown): void {
      if (this.#options[name] === value) return
      Object.assign(this.#options, { [name]: value })
      if (!this.#mounted) this.#schedule()
      else if (HANDED_ON.includes(name as 'input') && value !== undefined) this.#mounted.update({ [name]: value })
    }

    /** In a microtask, when whoever sets properties one by one has set them all. */
    #schedule(): void {
      if (this.#isScheduled) return
      this.#isScheduled = true
      queueMicrotask(() => {
        this.#isScheduled = false
        this.#mount()
      })
    }

    #mount(): void {
      const { client, tool, sandbox } = this.#options
      if (this.#mounted || !this.isConnected || !client || !tool || !sandbox) return
      const given = Object.fromEntries(Object.entries(this.#options).filter(([, value]) => value !== undefined))
      const mounted = mountApp(this, { ...given, client, tool, sandbox })
      this.#mounted = mounted
      for (const event of MCP_APP_EVENTS)
        mounted.events.on(event, (detail) => {
          if (this.#mounted !== mounted) return
          if (event === 'stage') this.#show(detail as MountState)
          this.dispatchEvent(new CustomEvent(event, { detail }))
        })
      this.#show(mounted.stage)
    }

    #show(stage: MountState): void {
      this.setAttribute('stage', stage)
      const code = stage === 'failed' ? this.#mounted?.diagnosis?.code : undefined
      if (code) this.setAttribute('code', code)
      else this.removeAttribute('code')
      if (stage === 'closed') this.#mounted = undefined
    }

    async #end(): Promise<void> {
      const ending = this.#mounted
      this.#mounted = undefined
      if (ending) this.#show('closed')
      await ending?.dispose('the element was removed')
    }
  }
  return McpApp
}
