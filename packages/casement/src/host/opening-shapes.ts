import type { ShortShape } from '../protocol/short-shape.ts'

const MODE = 'inline|fullscreen|pip'
const THEME = 'light|dark'
/** What a tool says of its arguments. */
export const INPUT_SCHEMA = { type: 'object', 'properties?': {}, 'required?': ['string'] } as const
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

// What most say nothing of, and what takes a closer look where it is said.
const NOTHING = 'nothing'

/** What a View is told of its surroundings, as it usually is. All that a context may hold is in `context-shapes.ts`. */
export const USUAL_CONTEXT: Readonly<Record<string, ShortShape>> = {
  'toolInfo?': {
    'id?': 'id',
    tool: {
      name: 'string',
      'title?': 'string',
      'description?': 'string',
      inputSchema: INPUT_SCHEMA,
      'icons?': NOTHING,
      'outputSchema?': NOTHING,
      'annotations?': NOTHING,
      'execution?': NOTHING,
      '_meta?': {},
    },
  },
  'theme?': THEME,
  'styles?': NOTHING,
  'displayMode?': MODE,
  'availableDisplayModes?': [MODE],
  'containerDimensions?': { 'height?': 'number', 'maxHeight?': 'number', 'width?': 'number', 'maxWidth?': 'number' },
  'locale?': 'string',
  'timeZone?': 'string',
  'userAgent?': 'string',
  'platform?': 'web|desktop|mobile',
  'deviceCapabilities?': { 'touch?': 'boolean', 'hover?': 'boolean' },
  'safeAreaInsets?': NOTHING,
}
