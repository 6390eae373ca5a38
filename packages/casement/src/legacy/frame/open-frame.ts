import type { LegacyMessage } from '../messages.ts'
import type { WidgetEnd } from './serve-widget.ts'

/** Shows a widget from a URL, in a frame that fills the page, and accepts messages only from that frame at that origin. */
export function openFrame(
  url: string,
  take: (message: unknown) => boolean,
  loaded: () => void,
): WidgetEnd & { readonly real: Window } {
  const { origin } = new URL(url)
  // A document without an origin cannot frame one with an origin restriction. The View's policy still keeps the frame at that URL.
  const isOpaque = window.origin === 'null'
  const frame = document.createElement('iframe')
  frame.setAttribute('sandbox', 'allow-scripts allow-same-origin')
  frame.title = document.title
  frame.src = url
  frame.addEventListener('load', loaded)
  addEventListener('message', ({ source, origin: from, data }: MessageEvent<unknown>) => {
    if (source === frame.contentWindow && source !== null && from === (isOpaque ? 'null' : origin)) take(data)
  })
  addEventListener('DOMContentLoaded', () => document.body.append(frame))
  return {
    real: window.parent,
    post: (message: LegacyMessage) =>
      frame.contentWindow?.postMessage(
        message,
        isOpaque ? /* opaque: documents framed here have no origin either */ '*' : origin,
      ),
  }
}
