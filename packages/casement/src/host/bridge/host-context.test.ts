import { describe, expect, test } from 'vitest'
import { McpUiHostContextSchema as Official } from '@modelcontextprotocol/ext-apps'
import type { McpUiHostContext } from '../../protocol/schemas/index.ts'
import { changedFields, validContext } from './host-context.ts'

describe('R-162 what goes out is what every View can read', () => {
  test.for<[name: string, given: object, context: object]>([
    ['a good one is left alone', { theme: 'dark', locale: 'de' }, { theme: 'dark', locale: 'de' }],
    ['an unknown theme', { theme: 'system', locale: 'de' }, { locale: 'de' }],
    ['an unknown mode', { displayMode: 'tab' }, {}],
    ['an unknown mode among known ones', { availableDisplayModes: ['inline', 'tab'] }, { availableDisplayModes: ['inline'] }],
    [
      'an unknown CSS variable among known ones',
      { styles: { variables: { '--color-text-primary': 'red', '--my-own': '1', '--font-sans': 3 }, css: { fonts: 'x' } } },
      { styles: { variables: { '--color-text-primary': 'red' }, css: { fonts: 'x' } } },
    ],
    ['sizes that are no numbers', { containerDimensions: { width: Number.NaN } }, {}],
    ['insets that are not whole', { safeAreaInsets: { top: 1 } }, {}],
    ['R-156 members of the host itself pass', { 'com.example/x': [1] }, { 'com.example/x': [1] }],
    ['what is undefined is not there', { theme: undefined }, {}],
  ])('%s', ([, given, context]) => {
    const out = validContext(given as McpUiHostContext)
    expect(out).toEqual(context)
    expect(Official.safeParse(out).success).toBe(true)
  })
})

test('R-143 to R-155, R-164, R-192 a whole context arrives as it is, also by the measure of the official package', () => {
  const context: McpUiHostContext = {
    toolInfo: { id: 7, tool: { name: 't', inputSchema: { type: 'object' } } },
    theme: 'dark',
    styles: { variables: { '--color-text-primary': 'light-dark(#000, #fff)' }, css: { fonts: '@font-face {}' } },
    displayMode: 'inline',
    availableDisplayModes: ['inline', 'fullscreen', 'pip'],
    containerDimensions: { width: 300, maxHeight: 600 },
    locale: 'de-CH',
    timeZone: 'Europe/Zurich',
    userAgent: 'host/1',
    platform: 'web',
    deviceCapabilities: { touch: true, hover: false },
    safeAreaInsets: { top: 1, right: 2, bottom: 3, left: 4 },
  }
  expect(validContext(context)).toEqual(context)
  expect(Official.parse(context)).toEqual(context)
})

test('R-161 whole top-level fields that differ, and never a deletion', () => {
  const before: McpUiHostContext = { theme: 'dark', styles: { variables: { '--font-sans': 'a' } }, locale: 'de' }
  const now: McpUiHostContext = { theme: 'dark', styles: { variables: { '--font-sans': 'b' }, css: { fonts: 'x' } } }
  expect(changedFields(before, now)).toEqual({ styles: now.styles })
})
