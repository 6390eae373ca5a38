import { isRecord } from '../protocol/rpc/message.ts'
import { mendAdaptedWidget } from './adapted-widget.ts'
import { OPENAI_IN_APPS_HOST, REMOTE_DOM, WIDGET_IN_APPS_HOST } from './generated/frame-scripts.ts'
import type { LegacyContent, ResourceItem } from './legacy-resource.ts'
import { ReservedUrlParams } from './messages.ts'
import { insertBefore, scriptElement } from './insert-before.ts'
import { getUIResourceMetadata, preferredPixels, UIMetadataKey } from './ui-metadata.ts'

// A page of another origin cannot be measured, and its container has no height of its own here.
const FRAME_HEIGHT = 480
const FRAME_STYLE = '<style>html,body{margin:0;height:100%}iframe{display:block;border:0;width:100%;height:100%}</style>'
/** The style of a remote DOM document. */
export const REMOTE_STYLE = '<style>body{margin:8px;font:16px system-ui}</style>'

/** The document that shows a legacy resource in an Apps host: the translation script, then the widget. */
export function documentOf(content: LegacyContent, item: ResourceItem): string {
  const renderData = getUIResourceMetadata(item)[UIMetadataKey.INITIAL_RENDER_DATA]
  const size = preferredPixels(item)
  const settings = { ...(isRecord(renderData) && { renderData }), size }
  if (content.kind === 'apps') return mendAdaptedWidget(content.html)
  if (content.kind === 'remoteDom') {
    const body = scriptElement(REMOTE_DOM, { script: content.script })
    return `<!doctype html>${REMOTE_STYLE}${scriptElement(WIDGET_IN_APPS_HOST, settings)}<body>${body}</body>`
  }
  if (content.kind !== 'externalUrl') {
    const script = content.kind === 'skybridge' ? OPENAI_IN_APPS_HOST : WIDGET_IN_APPS_HOST
    return insertBefore(content.html, scriptElement(script, settings))
  }
  const url = new URL(content.url)
  // A page with the MCP-UI protocol then waits for its data.
  if (isRecord(renderData)) url.searchParams.set(ReservedUrlParams.WAIT_FOR_RENDER_DATA, 'true')
  const frame = { ...settings, url: url.href, size: { height: FRAME_HEIGHT, ...size } }
  const title = `<title>${item.uri.replaceAll('<', '&lt;')}</title>`
  return `<!doctype html>${title}${FRAME_STYLE}${scriptElement(WIDGET_IN_APPS_HOST, frame)}<body></body>`
}
