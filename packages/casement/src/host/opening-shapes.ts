import type { ShortShape } from '../protocol/short-shape.ts'

const MODE = 'inline|fullscreen|pip'
const THEME = 'light|dark'
/** What has a name to be shown. */
export const NAMED = {
  name: 'string',
  'title?': 'string',
  'icons?': [{ src: 'string', 'mimeType?': 'string', 'sizes?': ['string'], 'theme?': THEME }],
  'description?': 'string',
} as const
/** What a View says that it can do. */
export const CAPABILITIES = {
  'experimental?': { '*': {} },
  'tools?': { 'listChanged?': 'boolean' },
  'availableDisplayModes?': [MODE],
} as const
const SOME_INFO = { 'name?': 'string', 'version?': 'string' }

/** The params of `ui/initialize`, also as hand-written Views send them (4.46). */
export const ROUGH_INTRODUCTION: ShortShape = {
  'appInfo?': SOME_INFO,
  'clientInfo?': SOME_INFO,
  'appCapabilities?': CAPABILITIES,
  'capabilities?': CAPABILITIES,
  'protocolVersion?': 'string',
}

/** Of what a View tells, all that has to be read before there is what answers it. */
export const SIZE_CHANGED: ShortShape = { params: { 'width?': 'number', 'height?': 'number' } }

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
