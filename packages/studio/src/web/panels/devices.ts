import type { McpUiHostContext } from 'casement/protocol/schemas'

/** An emulated device: its width and its host context. */
export interface Device {
  readonly id: string
  readonly title: string
  /** Undefined for as wide as there is room. */
  readonly width: number | undefined
  readonly context: McpUiHostContext
}

const NO_INSETS = { top: 0, right: 0, bottom: 0, left: 0 }
const finger = { touch: true, hover: false }
const mouse = { touch: false, hover: true }

/** Common device sizes. */
export const DEVICES: readonly Device[] = [
  {
    id: 'desktop',
    title: 'Desktop',
    width: undefined,
    context: { platform: 'desktop', deviceCapabilities: mouse, safeAreaInsets: NO_INSETS },
  },
  {
    id: 'web',
    title: 'Web page',
    width: undefined,
    context: { platform: 'web', deviceCapabilities: mouse, safeAreaInsets: NO_INSETS },
  },
  {
    id: 'tablet',
    title: 'Tablet',
    width: 768,
    context: { platform: 'mobile', deviceCapabilities: finger, safeAreaInsets: { ...NO_INSETS, bottom: 20 } },
  },
  {
    id: 'phone',
    title: 'Phone',
    width: 390,
    context: { platform: 'mobile', deviceCapabilities: finger, safeAreaInsets: { ...NO_INSETS, top: 47, bottom: 34 } },
  },
  {
    id: 'small',
    title: 'Small phone',
    width: 320,
    context: { platform: 'mobile', deviceCapabilities: finger, safeAreaInsets: NO_INSETS },
  },
]
