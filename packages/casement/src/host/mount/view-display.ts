import type { Runtime } from '../../protocol/runtime.ts'
import type { Scope } from '../../protocol/scope.ts'
import type { DisplayMode } from '../../protocol/schemas/apps-context.ts'
import type { McpUiDisplayMode, McpUiHostContext } from '../../protocol/schemas/index.ts'
import type { AppBridge } from '../bridge/app-bridge.ts'
import { declaredModes } from '../bridge/display-modes.ts'
import { observeSize } from '../surface/observe-size.ts'
import { createModeControl, type ModeControl } from '../surface/mode-control.ts'
import { createSizingControl, type ContainerDimensions, type FrameSize, type SizingControl } from '../surface/sizing-control.ts'
import type { Surface } from '../surface/surface.ts'
import type { MountEventEmitter } from './events.ts'
import { titleOf, type MountOptions } from './options.ts'
import { baseContext, dimensionsFor, themeOf } from './page-context.ts'

/** The dependencies of a `ViewDisplay`. */
export interface ViewDisplayOptions {
  readonly surface: Surface
  readonly theme: 'light' | 'dark'
  readonly options: MountOptions
  readonly events: MountEventEmitter
  readonly scope: Scope
  readonly runtime: Runtime
  /** True when there is a View that can change its display mode. */
  readonly isReady: () => boolean
}

/** The size, display mode and theme of one View, and the host context that follows from them. */
export class ViewDisplay {
  readonly #surface: Surface
  readonly #options: MountOptions
  readonly #events: MountEventEmitter
  readonly #modes: ModeControl
  readonly #sizing: SizingControl
  #bridge: AppBridge | undefined
  #context: McpUiHostContext

  constructor({ surface, theme, options, events, scope, runtime, isReady }: ViewDisplayOptions) {
    this.#surface = surface
    this.#options = options
    this.#events = events
    this.#context = { ...baseContext(options, theme), containerDimensions: this.#dimensions }
    this.#sizing = createSizingControl((size) => this.#applySize(size), this.#dimensions, runtime)
    this.#modes = createModeControl({
      surface,
      title: titleOf(options),
      pip: options.pip,
      split: options.split,
      isReady,
      context: () => this.#context,
      declared: () => declaredModes(this.#bridge?.getAppCapabilities()),
      onchange: (displayMode) => {
        this.#resized({ displayMode: displayMode as McpUiDisplayMode }) // the types are without drafts
        events.emit('displaymode', displayMode)
      },
    })
    const fixed = options.containerDimensions ?? {}
    if ('height' in fixed) surface.setInlineSize(fixed.height, 'width' in fixed ? fixed.width : undefined)
    scope.add(() => this.#modes.dispose())
    scope.add(() => this.#sizing.dispose())
    scope.add(observeSize(surface, () => this.#resized()))
    if (options.hostContext?.theme === undefined) this.#followTheme(scope)
  }

  get context(): McpUiHostContext {
    return this.#context
  }

  /** Changes fields of the host context. */
  setContext(changes: McpUiHostContext): void {
    this.#context = { ...this.#context, ...changes }
    if (changes.theme) this.#surface.setTheme(changes.theme)
    this.#bridge?.setHostContext(this.#context)
  }

  /** Shows the View in another display mode if the View and the page have it, and returns the mode that is in force. */
  setMode(mode: DisplayMode): DisplayMode {
    return this.#modes.set(mode)
  }

  /** Returns to the flow of the page. */
  toInline(): void {
    this.#modes.toInline()
  }

  /** Sends the context to this bridge from now on, and follows the sizes that its View reports. */
  attach(bridge: AppBridge | undefined): void {
    this.#bridge = bridge
    if (!bridge) return
    bridge.addEventListener('sizechange', (size) => {
      if (this.#bridge === bridge && this.#surface.mode === 'inline') this.#sizing.report(size)
    })
    // The gate has checked that both sides have the mode; the bridge tells the View which one is in force.
    // The types of messages are without the draft mode.
    bridge.onrequestdisplaymode ??= ({ mode }) => ({ mode: this.setMode(mode) as McpUiDisplayMode })
  }

  get #dimensions(): ContainerDimensions {
    return dimensionsFor(this.#surface.mode, this.#surface.slot, this.#options.containerDimensions)
  }

  #applySize(size: FrameSize): void {
    this.#surface.setInlineSize(size.height ?? this.#surface.slot.clientHeight, size.width)
    this.#events.emit('size', size)
  }

  #resized(changes?: McpUiHostContext): void {
    this.#sizing.setDimensions(this.#dimensions)
    this.setContext({ ...changes, containerDimensions: this.#dimensions })
  }

  #followTheme(scope: Scope): void {
    const container = this.#surface.element.parentElement ?? document.body
    const preference = matchMedia('(prefers-color-scheme: dark)')
    scope.listen(preference, 'change', () => this.setContext({ theme: themeOf(container) }))
  }
}
