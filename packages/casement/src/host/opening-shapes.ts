import type { ShortShape } from '../protocol/short-shape.ts'

const MODE = 'inline|fullscreen|pip'
const THEME = 'light|dark'
const NAMED = {
  name: 'string',
  'title?': 'string',
  'icons?': [{ src: 'string', 'mimeType?': 'string', 'sizes?': ['string'], 'theme?': THEME }],
  'description?': 'string',
} as const
const CAPABILITIES = {
  'experimental?': { '*': {} },
  'tools?': { 'listChanged?': 'boolean' },
  'availableDisplayModes?': [MODE],
} as const
const SOME_INFO = { 'name?': 'string', 'version?': 'string' }
const META = { '_meta?': { 'progressToken?': 'id', 'io.modelcontextprotocol/related-task?': { taskId: 'string' } } }

/** The params of `ui/initialize`. */
export const INTRODUCTION: ShortShape = {
  appInfo: { ...NAMED, version: 'string', 'websiteUrl?': 'string' },
  appCapabilities: CAPABILITIES,
  protocolVersion: 'string',
}

/** The same as hand-written Views send them (4.46). */
export const ROUGH_INTRODUCTION: ShortShape = {
  'appInfo?': SOME_INFO,
  'clientInfo?': SOME_INFO,
  'appCapabilities?': CAPABILITIES,
  'capabilities?': CAPABILITIES,
  'protocolVersion?': 'string',
}

/** What a View tells without asking for anything, by method. */
export const VIEW_NOTES: Readonly<Record<string, ShortShape>> = {
  ping: { 'params?': META },
  'notifications/cancelled': { params: { ...META, 'requestId?': 'id', 'reason?': 'string' } },
  'notifications/progress': {
    params: { ...META, progressToken: 'id', progress: 'number', 'total?': 'number', 'message?': 'string' },
  },
  'ui/notifications/initialized': { 'params?': {} },
  'ui/notifications/size-changed': { params: { 'width?': 'number', 'height?': 'number' } },
  'ui/notifications/request-teardown': { 'params?': {} },
  'notifications/message': {
    params: { ...META, level: 'debug|info|notice|warning|error|critical|alert|emergency', 'logger?': 'string' },
  },
  'notifications/tools/list_changed': { 'params?': META },
}

/** What a View is told of its surroundings. The names of CSS variables are looked at one by one, see `STYLE_VARIABLE`. */
export const CONTEXT: Readonly<Record<string, ShortShape>> = {
  'toolInfo?': {
    'id?': 'id',
    tool: {
      ...NAMED,
      inputSchema: { type: 'object', 'properties?': {}, 'required?': ['string'] },
      'outputSchema?': { '$schema?': 'string' },
      'annotations?': {
        'title?': 'string',
        'readOnlyHint?': 'boolean',
        'destructiveHint?': 'boolean',
        'idempotentHint?': 'boolean',
        'openWorldHint?': 'boolean',
      },
      'execution?': { 'taskSupport?': 'required|optional|forbidden' },
      '_meta?': {},
    },
  },
  'theme?': THEME,
  'styles?': { 'variables?': {}, 'css?': { 'fonts?': 'string' } },
  'displayMode?': MODE,
  'availableDisplayModes?': [MODE],
  'containerDimensions?': { 'height?': 'number', 'maxHeight?': 'number', 'width?': 'number', 'maxWidth?': 'number' },
  'locale?': 'string',
  'timeZone?': 'string',
  'userAgent?': 'string',
  'platform?': 'web|desktop|mobile',
  'deviceCapabilities?': { 'touch?': 'boolean', 'hover?': 'boolean' },
  'safeAreaInsets?': { top: 'number', right: 'number', bottom: 'number', left: 'number' },
}

/** The names of the CSS variables that a host may give a value, all 76 and no others. */
export const STYLE_VARIABLE =
  /^--(color-((background|text|border)-(primary|secondary|tertiary|inverse|ghost|info|danger|success|warning|disabled)|ring-(primary|secondary|inverse|info|danger|success|warning))|font-(sans|mono|weight-(normal|medium|semibold|bold)|(text-(xs|sm|md|lg)|heading-(xs|sm|md|lg|xl|2xl|3xl))-(size|line-height))|border-(radius-(xs|sm|md|lg|xl|full)|width-regular)|shadow-(hairline|sm|md|lg))$/
