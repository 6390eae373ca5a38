import { capabilitiesIn, contextIn, repliesIn } from './emulated-host.ts'
import type { ExaminedView, Fields, Message, Reply } from './stage.ts'

/** A variable of the standard that a View is unlikely to set to this value on its own. */
export const VARIABLE = '--color-background-primary'
export const FIRST_VALUE = 'rgb(1, 2, 3)'

const ALL_CAPABILITIES: Fields = {
  openLinks: {},
  downloadFile: {},
  serverTools: { listChanged: true },
  serverResources: { listChanged: true },
  logging: {},
  message: { text: {}, structuredContent: {} },
  updateModelContext: { text: {}, structuredContent: {} },
  sampling: { tools: {} },
}

const CONTEXT: Fields = {
  theme: 'light',
  styles: { variables: { [VARIABLE]: FIRST_VALUE } },
  displayMode: 'inline',
  availableDisplayModes: ['inline', 'fullscreen', 'pip'],
  containerDimensions: { width: 600, maxHeight: 5000 },
  locale: 'en-US',
  timeZone: 'Europe/Berlin',
  platform: 'web',
  deviceCapabilities: { touch: false, hover: true },
}

/** The host's response to `ui/initialize`, with some members changed. */
export const welcome = (members: Fields = {}, context: Fields | undefined = CONTEXT): { readonly result: Fields } => ({
  result: {
    protocolVersion: '2026-01-26',
    hostInfo: { name: 'conformance', version: '1.0.0' },
    hostCapabilities: ALL_CAPABILITIES,
    ...(context && { hostContext: context }),
    ...members,
  },
})

/** The response to `ui/initialize` of the host that is emulated for a View. */
export const welcomeTo = (view: ExaminedView, context: Fields = {}): { readonly result: Fields } =>
  welcome({ hostCapabilities: capabilitiesIn(view, ALL_CAPABILITIES) }, { ...contextIn(view, CONTEXT), ...context })

/** A context with members changed. */
export const contextWith = (members: Fields): Fields => ({ ...CONTEXT, ...members })

/** Arguments of the tool, as sent to the View. */
export const inputOf = ({ input }: ExaminedView): Fields => input ?? { text: 'example', count: 3 }

/** The tool result in the form in which the View receives it. */
export const resultOf = ({ result }: ExaminedView): Fields =>
  result ?? { content: [{ type: 'text', text: 'An example of a result' }], structuredContent: { text: 'example', count: 3 } }

/** True when the result is made up, so that a View need not understand it. */
export const isMadeUp = ({ result }: ExaminedView): boolean => result === undefined

/** Responses to every request that a View may send in the emulated host. */
export function repliesFor(view: ExaminedView): Readonly<Record<string, Reply>> {
  const empty = { result: {} }
  return repliesIn(view, {
    'ui/initialize': welcomeTo(view),
    ping: empty,
    'ui/open-link': empty,
    'ui/download-file': empty,
    'ui/message': empty,
    'ui/update-model-context': empty,
    'ui/request-display-mode': { result: { mode: 'inline' } },
    'tools/call': { result: resultOf(view) },
    'tools/list': { result: { tools: [] } },
    'resources/read': { result: { contents: [] } },
    'resources/list': { result: { resources: [] } },
    'resources/templates/list': { result: { resourceTemplates: [] } },
    'prompts/list': { result: { prompts: [] } },
    'sampling/createMessage': { result: { role: 'assistant', model: 'none', content: { type: 'text', text: 'Yes' } } },
  })
}

/** A notification of the host. */
export const note = (method: string, params: Fields = {}): Message => ({ jsonrpc: '2.0', method, params })

/** The notifications that bring data. */
export const toolInput = (args: Fields): Message => note('ui/notifications/tool-input', { arguments: args })
export const toolPartial = (args: Fields): Message => note('ui/notifications/tool-input-partial', { arguments: args })
export const toolResult = (result: Fields): Message => note('ui/notifications/tool-result', result)
export const toolCancelled = (params: Fields): Message => note('ui/notifications/tool-cancelled', params)
