// The messages that every host page sends to the View, and the responses that it has ready: the same with each host, so that one
// list of checks fits them all.

/** The context a View is initialised with. */
export const HOST_CONTEXT = {
  theme: 'light',
  displayMode: 'inline',
  availableDisplayModes: ['inline', 'fullscreen'],
  locale: 'de-CH',
  timeZone: 'Europe/Zurich',
  platform: 'web',
  containerDimensions: { maxHeight: 2000 },
  styles: { variables: { '--color-text-primary': 'rgb(1, 2, 3)' } },
} as const

/** The context change when the test switches to the dark theme. */
export const DARK_CONTEXT = {
  ...HOST_CONTEXT,
  theme: 'dark',
  styles: {
    variables: { '--color-text-primary': 'rgb(4, 5, 6)' },
    css: { fonts: '@font-face { font-family: Lab; src: local("Lab") }' },
  },
} as const

/** The capabilities of the host. */
export const HOST_CAPABILITIES = {
  openLinks: {},
  serverTools: {},
  logging: {},
  message: { text: {} },
  updateModelContext: { text: {}, structuredContent: {} },
}

/** The arguments of the tool call that the View belongs to. */
export const TOOL_INPUT = { city: 'Zürich', days: 3 }

/** Its result. */
export const TOOL_RESULT = {
  content: [{ type: 'text' as const, text: 'sunny' }],
  structuredContent: { forecast: ['☀', '☀', '☂'] },
  _meta: { 'lab/trace': 'a' },
}

/** The server's tools: `add` works, everything else answers with an error result. */
export function callTool({ name, arguments: given }: { name: string; arguments?: Record<string, unknown> | undefined }): {
  content: { type: 'text'; text: string }[]
  structuredContent?: Record<string, unknown>
  isError?: boolean
} {
  if (name !== 'add') return { content: [{ type: 'text', text: `no tool ${name}` }], isError: true }
  const sum = Number(given?.['a']) + Number(given?.['b'])
  return { content: [{ type: 'text', text: String(sum) }], structuredContent: { sum } }
}

/** Links to the web are opened; the rest is denied by result, as the official package does it. */
export const openLink = ({ url }: { url: string }): { isError?: boolean } => (url.startsWith('https:') ? {} : { isError: true })
