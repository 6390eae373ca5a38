import type { ShortShape } from '../protocol/short-shape.ts'
import { INPUT_SCHEMA, USUAL_CONTEXT } from './opening-shapes.ts'

/** What has a name to be shown. */
export const NAMED = {
  name: 'string',
  'title?': 'string',
  'icons?': [{ src: 'string', 'mimeType?': 'string', 'sizes?': ['string'], 'theme?': 'light|dark' }],
  'description?': 'string',
} as const

/** What a View is told of its surroundings. The names of CSS variables are looked at one by one, see `STYLE_VARIABLE`. */
export const CONTEXT: Readonly<Record<string, ShortShape>> = {
  ...USUAL_CONTEXT,
  'toolInfo?': {
    'id?': 'id',
    tool: {
      ...NAMED,
      inputSchema: INPUT_SCHEMA,
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
  'styles?': { 'variables?': {}, 'css?': { 'fonts?': 'string' } },
  'safeAreaInsets?': { top: 'number', right: 'number', bottom: 'number', left: 'number' },
}

/** The names of the CSS variables that a host may give a value, all 76 and no others. */
export const STYLE_VARIABLE =
  /^--(color-((background|text|border)-(primary|secondary|tertiary|inverse|ghost|info|danger|success|warning|disabled)|ring-(primary|secondary|inverse|info|danger|success|warning))|font-(sans|mono|weight-(normal|medium|semibold|bold)|(text-(xs|sm|md|lg)|heading-(xs|sm|md|lg|xl|2xl|3xl))-(size|line-height))|border-(radius-(xs|sm|md|lg|xl|full)|width-regular)|shadow-(hairline|sm|md|lg))$/
