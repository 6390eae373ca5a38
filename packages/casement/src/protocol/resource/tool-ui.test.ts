import { getToolUiResourceUri as official } from '@modelcontextprotocol/ext-apps/app-bridge'
import { describe, expect, test } from 'vitest'
import { readToolUi } from './tool-ui.ts'
import { getToolUiResourceUri } from './ui-uri.ts'

const nested = (resourceUri: unknown): { _meta: Record<string, unknown> } => ({ _meta: { ui: { resourceUri } } })
const flat = (uri: unknown): { _meta: Record<string, unknown> } => ({ _meta: { 'ui/resourceUri': uri } })

describe('the UI of a tool (R-196 to R-198)', () => {
  test.each([
    [nested('ui://a/b'), 'ui://a/b', 'nested'],
    [flat('ui://a/c'), 'ui://a/c', 'flat'],
    [{ _meta: { ui: { resourceUri: 'ui://a/b' }, 'ui/resourceUri': 'ui://a/c' } }, 'ui://a/b', 'nested'],
    [{ _meta: { ui: { visibility: ['app'] }, 'ui/resourceUri': 'ui://a/c' } }, 'ui://a/c', 'flat'],
  ])('%j', (tool, uri, from) => {
    expect(readToolUi(tool)).toEqual({ uri, from, warnings: [] })
    expect(official(tool as never)).toBe(uri)
  })

  test.each([[{}], [{ _meta: {} }], [{ _meta: { ui: {} } }], [{ _meta: { ui: { visibility: ['app'] } } }]])(
    '%j has none (4.36)',
    (tool) => {
      expect(readToolUi(tool)).toEqual({ warnings: [] })
      expect(official(tool as never)).toBeUndefined()
    },
  )
})

describe('an invalid URI gives no UI and a warning (the official helper throws)', () => {
  test.each([
    nested('https://a.example'),
    nested('UI://a'),
    nested(''),
    nested(3),
    nested(null),
    nested({}),
    flat('a'),
    flat(null),
  ])('%j', (tool) => {
    expect(() => official(tool as never)).toThrow('Invalid UI resource URI')
    expect(getToolUiResourceUri(tool)).toBeUndefined()
    expect(readToolUi(tool).warnings).toEqual([expect.stringContaining('must be a string that starts with ui://')])
  })

  test('an invalid nested key hides a valid flat one, as in the official helper', () => {
    const tool = { _meta: { ui: { resourceUri: 'a' }, 'ui/resourceUri': 'ui://a' } }
    expect(readToolUi(tool)).toEqual({ warnings: [expect.stringContaining('_meta.ui.resourceUri') as string] })
  })

  test.each([[{ _meta: null }], [{ _meta: 'a' }], [{ _meta: [] }], [{ _meta: { ui: 'ui://a' } }], [{ _meta: { ui: null } }]])(
    '%j never throws',
    (tool) => {
      expect(getToolUiResourceUri(tool)).toBeUndefined()
    },
  )
})

test('R-037: csp and permissions on a tool are reported and ignored', () => {
  const tool = { _meta: { ui: { resourceUri: 'ui://a', csp: {}, permissions: {} } } }
  expect(readToolUi(tool)).toEqual({
    uri: 'ui://a',
    from: 'nested',
    warnings: [expect.stringContaining('_meta.ui.csp') as string, expect.stringContaining('_meta.ui.permissions') as string],
  })
})
