import { onTestFinished, vi } from 'vitest'
import type { HostPeer, HostToView, ViewToHost } from '../../protocol/methods.ts'
import { createPeer } from '../../protocol/rpc/peer.ts'
import type { McpUiInitializeResult } from '../../protocol/schemas/index.ts'
import { windowChannel } from '../../protocol/channel/window-channel.ts'
import type * as view from '../index.ts'

/** A View in a real frame, with the SDK loaded as `view`, and a host around it. */
export interface ViewFrame {
  frame: HTMLIFrameElement
  window: Window & typeof globalThis
  view: typeof view
  host: HostPeer
  /** The methods of everything the View has sent. */
  sent: { method?: string; params?: Record<string, unknown> }[]
  /** The heights the View has reported. */
  heights: number[]
}

const SDK = new URL('../index.ts', import.meta.url).pathname

/** Loads a page into a frame. The host answers the handshake, and gives the frame the height that the View reports. */
export async function viewFrame(html: string, answer: Partial<McpUiInitializeResult> = {}): Promise<ViewFrame> {
  const frame = document.createElement('iframe')
  frame.style.cssText = 'width: 400px; height: 150px; border: 0'
  frame.srcdoc = `<!doctype html>${html}<script type="module">import * as view from '${SDK}'; Object.assign(window, { view })</script>`
  document.body.append(frame)
  onTestFinished(() => frame.remove())
  const inner = frame.contentWindow as ViewFrame['window'] & { view?: typeof view }
  const channel = windowChannel(inner)
  const sent: ViewFrame['sent'] = []
  channel.listen((message) => sent.push(message as ViewFrame['sent'][number]))
  const host = createPeer<HostToView, ViewToHost>(channel)
  const hostInfo = { name: 'frame-host', version: '1' }
  host.handle('ui/initialize', ({ protocolVersion }) => {
    return { protocolVersion, hostInfo, hostCapabilities: {}, hostContext: {}, ...answer }
  })
  const heights: number[] = []
  host.on('ui/notifications/size-changed', ({ height }) => {
    if (height === undefined) return
    heights.push(height)
    frame.style.height = `${height}px`
  })
  await vi.waitUntil(() => inner.view)
  return { frame, window: inner, view: inner.view as typeof view, host, sent, heights }
}

/** Waits until the page has drawn a few times, so that whatever was to be reported is. */
export async function settled(window: Window, frames = 12): Promise<void> {
  await new Promise<void>((resolve) => {
    const next = (left: number): unknown => (left === 0 ? resolve() : window.requestAnimationFrame(() => next(left - 1)))
    next(frames)
  })
}
