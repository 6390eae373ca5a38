import { mountApp, type MountedApp } from '../mount/mount-app.ts'
import type { MountEventMap, MountState } from '../mount/events.ts'
import type { MountOptions } from '../mount/options.ts'

/** The properties of `<mcp-app>`: the options of `mountApp`. */
export type McpAppProperties = { -readonly [K in keyof Omit<MountOptions, 'signal'>]?: MountOptions[K] | undefined }

/**
 * The `<mcp-app>` element. It mounts when it is in the document and has `client`, `tool` and `sandbox`. Setting a property never reloads
 * the frame: `input`, `partial`, `result`, `cancelled` and `hostContext` update the View, the others apply from the next `reload()`.
 */
export interface McpAppElement extends HTMLElement, McpAppProperties {
  /** The return value of `mountApp`; undefined while nothing is mounted. */
  readonly mounted: MountedApp | undefined
  /** Unmounts the View and mounts it with the current properties. */
  reload(): void
}

const UPDATABLE = ['input', 'partial', 'result', 'cancelled', 'hostContext'] as const
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
  'split',
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
export const MCP_APP_PROPERTIES: readonly (keyof McpAppProperties)[] = [...UPDATABLE, ...READ_ONCE]

/** The events that `<mcp-app>` dispatches, with their data in `detail`. */
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

/** Defines the element, once. Importing the module does not define it, so that it can be imported on a server. */
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
      void this.#unmount()
      this.#schedule()
    }

    connectedCallback(): void {
      // The element was moved, and the browser reloads a moved frame. Reloading the View restores its data.
      if (this.#mounted) void this.#mounted.reload().catch(() => {})
      else this.#schedule()
    }

    disconnectedCallback(): void {
      // A move is a removal followed by an insertion, in the same task.
      queueMicrotask(() => {
        if (!this.isConnected) void this.#unmount()
      })
    }

    /** `moveBefore` does not reload the frame. */
    connectedMoveCallback(): void {}

    #declare(name: keyof McpAppProperties): void {
      // A property that was set before the element was defined is an own property, which would hide the accessor.
      const existing: unknown = Object.getOwnPropertyDescriptor(this, name)?.value
      if (existing !== undefined) Object.assign(this.#options, { [name]: existing })
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
      else if (UPDATABLE.includes(name as 'input') && value !== undefined) this.#mounted.update({ [name]: value })
    }

    /** Mounts in a microtask, after all properties have been set. */
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
      const options = Object.fromEntries(Object.entries(this.#options).filter(([, value]) => value !== undefined))
      const mounted = mountApp(this, { ...options, client, tool, sandbox })
      this.#mounted = mounted
      for (const event of MCP_APP_EVENTS)
        mounted.events.on(event, (detail) => {
          if (this.#mounted !== mounted) return
          if (event === 'stage') this.#reflectStage(detail as MountState)
          this.dispatchEvent(new CustomEvent(event, { detail }))
        })
      this.#reflectStage(mounted.stage)
    }

    #reflectStage(stage: MountState): void {
      this.setAttribute('stage', stage)
      const code = stage === 'failed' ? this.#mounted?.diagnosis?.code : undefined
      if (code) this.setAttribute('code', code)
      else this.removeAttribute('code')
      if (stage === 'closed') this.#mounted = undefined
    }

    async #unmount(): Promise<void> {
      const mounted = this.#mounted
      this.#mounted = undefined
      if (mounted) this.#reflectStage('closed')
      await mounted?.dispose('the element was removed')
    }
  }
  return McpApp
}
