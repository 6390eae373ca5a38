// Runs before a widget of MCP-UI inside ChatGPT and calls `window.openai` for it.
import { isRecord } from '../../protocol/rpc/message.ts'
import { textOf } from '../apps-to-mcp-ui.ts'
import { isLegacyMessage } from '../messages.ts'
import { replaceParent } from './parent-stand-in.ts'
import { serveWidget, type WidgetHost, type WidgetService, type WidgetSettings } from './serve-widget.ts'
import { takeSettings } from './settings.ts'

interface Settings extends WidgetSettings {
  /** Whether an intent becomes a prompt. Default: it does. */
  readonly intentHandling?: 'prompt' | 'ignore'
}

interface OpenAi {
  readonly [name: string]: unknown
  readonly callTool?: (name: string, args: unknown) => Promise<unknown>
  readonly sendFollowUpMessage?: (message: { prompt: string }) => unknown
  readonly openExternal?: (link: { href: string }) => unknown
  readonly notifyIntrinsicHeight?: (height: number) => unknown
}

const RENDERED = ['toolInput', 'toolOutput', 'widgetState', 'locale', 'theme', 'displayMode', 'maxHeight']

const openai = (): OpenAi => (globalThis as { openai?: OpenAi }).openai ?? {}

function run(settings: Settings): void {
  const { tell } = replaceParent((message) => {
    const isOurs = isLegacyMessage(message)
    const isIgnored = isOurs && message.type === 'intent' && settings.intentHandling === 'ignore'
    if (isOurs && !isIgnored) service.fromWidget(message)
    return isOurs
  })
  const service: WidgetService = serveWidget({ post: tell }, openaiHost(), settings, () => {})
  const update = (): void => {
    const known = openai()
    const found = Object.fromEntries(RENDERED.flatMap((key) => (known[key] == null ? [] : [[key, known[key]]])))
    service.fromHost('ui/notifications/host-context-changed', { 'mcpui.dev/render-data': found })
  }
  addEventListener('openai:set_globals', update)
  addEventListener('load', update)
}

function openaiHost(): WidgetHost {
  const answers: Record<string, (params: Record<string, unknown>) => unknown> = {
    'tools/call': ({ name, arguments: args }) => openai().callTool?.(String(name), args),
    'ui/message': ({ content }) => openai().sendFollowUpMessage?.({ prompt: textOf(content) }),
    'ui/open-link': ({ url }) => openai().openExternal?.({ href: String(url) }),
    'ui/notifications/size-changed': ({ height }) =>
      typeof height === 'number' ? openai().notifyIntrinsicHeight?.(height) : undefined,
  }
  return {
    async request(method, params, timeout) {
      const answer = answers[method]
      if (!answer) throw new Error(`window.openai does not support ${method}`)
      let timer: ReturnType<typeof setTimeout> | undefined
      const late = new Promise<never>((_resolve, reject) => {
        timer = setTimeout(() => reject(new Error('Timeout')), timeout)
      })
      return Promise.race([answer(params as Record<string, unknown>), late]).finally(() => clearTimeout(timer))
    },
    notify(method, params) {
      if (isRecord(params)) answers[method]?.(params)
    },
  }
}

run(takeSettings() as Settings)
