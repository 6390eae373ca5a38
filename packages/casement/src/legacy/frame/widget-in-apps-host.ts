// Runs before a widget of MCP-UI, or beside one that lives at a URL, in a document that is a View for an Apps host.
import { isLegacyMessage } from '../messages.ts'
import { openAppsHost } from './apps-host.ts'
import { fitHeight } from './fit-height.ts'
import { openFrame } from './open-frame.ts'
import { replaceParent } from './parent-stand-in.ts'
import { serveWidget, type WidgetEnd, type WidgetService, type WidgetSettings } from './serve-widget.ts'
import { takeSettings } from './settings.ts'

interface Settings extends WidgetSettings {
  /** Where the widget lives, when it is not this document itself. */
  readonly url?: string
}

function run(settings: Settings): void {
  const take = (message: unknown): boolean => {
    const isOurs = isLegacyMessage(message)
    if (isOurs) service.fromWidget(message)
    return isOurs
  }
  const end: WidgetEnd & { readonly real: Window } =
    settings.url === undefined ? asEnd(replaceParent(take)) : openFrame(settings.url, take, () => service.loaded())
  const host = openAppsHost(end.real, 'mcp-ui-widget', (method, params) => service.fromHost(method, params))
  const tellSize = (size: object): void => host.notify('ui/notifications/size-changed', size)
  const { size = {} } = settings
  const fitting = new AbortController()
  const service: WidgetService = serveWidget(end, host, settings, () => fitting.abort())
  if (Object.keys(size).length > 0) tellSize(size)
  if (settings.url !== undefined) return
  addEventListener('load', () => {
    service.loaded()
    if (size.height === undefined) fitHeight((height) => tellSize({ height }), fitting.signal)
  })
}

const asEnd = ({ real, tell }: ReturnType<typeof replaceParent>): WidgetEnd & { readonly real: Window } => ({ real, post: tell })

run(takeSettings() as Settings)
