// Runs before a widget that was written for ChatGPT: gives it its `window.openai`, by way of an Apps host.
import { STATE_CAPABILITY } from '../../protocol/constants.ts'
import { isRecord } from '../../protocol/rpc/message.ts'
import { openAppsHost, type AppsHost } from './apps-host.ts'
import { fitHeight } from './fit-height.ts'
import { changedGlobals, firstGlobals, type OpenAiGlobals } from './openai-globals.ts'
import { openaiMethods, WIDGET_STATE_KEY } from './openai-methods.ts'
import { takeSettings } from './settings.ts'

function run(): void {
  let globals = firstGlobals()
  const set = (changes: Partial<OpenAiGlobals>): void => {
    if (Object.keys(changes).length === 0) return
    globals = { ...globals, ...changes }
    Object.assign(openai, changes)
    dispatchEvent(new CustomEvent('openai:set_globals', { detail: { globals: changes } }))
  }
  const fitting = new AbortController()
  const host = openAppsHost(window.parent, 'openai-widget', (method, params) => set(changedGlobals(method, params, globals)))
  const openai = { ...globals, ...openaiMethods({ host, globals: () => globals, set, sized: () => fitting.abort() }) }
  Object.assign(window, { openai })
  void restoreState(host).then((widgetState) => widgetState !== undefined && set({ widgetState }))
  addEventListener('load', () => fitHeight((height) => host.notify('ui/notifications/size-changed', { height }), fitting.signal))
}

async function restoreState(host: AppsHost): Promise<unknown> {
  try {
    const { hostCapabilities } = await host.ready
    if (hostCapabilities.experimental?.[STATE_CAPABILITY] === undefined) return undefined
    const answer = await host.request('dev.casement/state/read', {})
    const entries = isRecord(answer) && isRecord(answer['entries']) ? answer['entries'] : {}
    const entry = entries[WIDGET_STATE_KEY]
    return isRecord(entry) ? entry['value'] : undefined
  } catch {
    // The host is gone or has lost the state: the widget starts without it.
    return undefined
  }
}

takeSettings()
run()
