import {
  isToolVisibilityAppOnly as officialAppOnly,
  isToolVisibilityModelOnly as officialModelOnly,
} from '@modelcontextprotocol/ext-apps/app-bridge'
import { describe, expect, test } from 'vitest'
import { isToolVisibilityAppOnly, isToolVisibilityModelOnly, readVisibility } from './visibility.ts'

const tool = (visibility: unknown): { _meta: { ui: { visibility: unknown } } } => ({ _meta: { ui: { visibility } } })

describe('visibility values (R-202 to R-206)', () => {
  test.each([
    // visibility, model, app, warns
    [undefined, true, true, false],
    [['model', 'app'], true, true, false],
    [['app', 'model'], true, true, false],
    [['model'], true, false, false],
    [['app'], false, true, false],
    [['app', 'app'], false, true, false],
    [[], false, false, false],
    [['apps'], false, false, true],
    [['model', 'apps'], true, false, true],
    [['other'], false, false, true],
    [['app', 'other'], false, true, true],
    [['Model'], false, false, true],
    [[null], false, false, true],
    [[['app']], false, false, true],
    ['app', false, false, true],
    ['model', false, false, true],
    [null, false, false, true],
    [true, false, false, true],
    [0, false, false, true],
    [{ 0: 'app', length: 1 }, false, false, true],
    [{ app: true }, false, false, true],
  ])('%j: model %s, app %s, warning %s', (visibility, model, app, warns) => {
    const { warning, ...seen } = readVisibility(tool(visibility))
    expect(seen).toEqual({ model, app })
    expect(warning !== undefined).toBe(warns)
  })

  test.each([
    [{}, true],
    [{ _meta: undefined }, true],
    [{ _meta: {} }, true],
    [{ _meta: { ui: undefined } }, true],
    [{ _meta: { ui: {} } }, true],
    [{ _meta: null }, false],
    [{ _meta: [] }, false],
    [{ _meta: { ui: null } }, false],
    [{ _meta: { ui: 'app' } }, false],
    [{ _meta: { ui: [] } }, false],
  ])('metadata %j: both are %s', (holder, both) => {
    expect(readVisibility(holder)).toMatchObject({ model: both, app: both })
  })

  test.each([
    // metadata, model, app
    [{ 'openai/outputTemplate': 'ui://a' }, true, true],
    [{ 'openai/widgetAccessible': true }, true, true],
    [{ 'openai/widgetAccessible': false }, true, false],
    [{ 'openai/widgetAccessible': 'yes' }, true, false],
    [{ 'openai/visibility': 'public' }, true, false],
    [{ 'openai/visibility': 'private' }, false, false],
    [{ 'openai/visibility': 'private', 'openai/widgetAccessible': true }, false, true],
    [{ 'openai/visibility': 'private', ui: {} }, false, true],
    [{ 'openai/widgetAccessible': false, ui: { resourceUri: 'ui://a' } }, true, false],
    [{ 'openai/visibility': 'private', 'openai/widgetAccessible': false, ui: { visibility: ['app'] } }, false, true],
  ])('R-326: the ChatGPT keys %j: model %s, app %s', (_meta, model, app) => {
    expect(readVisibility({ _meta })).toEqual({ model, app })
  })

  test('R-209: an unknown tool is hidden from both', () => {
    expect(readVisibility(undefined)).toMatchObject({
      model: false,
      app: false,
      warning: expect.stringContaining('unknown') as string,
    })
  })
})

describe('the deprecated value apps (R-314)', () => {
  test.each([
    [['apps'], false, true],
    [['model', 'apps'], true, true],
    [['app', 'apps'], false, true],
    [['app'], false, true],
    ['apps', false, false],
  ])('%j is accepted with acceptApps', (visibility, model, app) => {
    expect(readVisibility(tool(visibility), { acceptApps: true })).toMatchObject({ model, app })
  })

  test('and gives no warning', () => {
    expect(readVisibility(tool(['app', 'apps']), { acceptApps: true })).toEqual({ model: false, app: true })
  })
})

test.each([[undefined], [['model']], [['app']], [['model', 'app']], [[]]])(
  'the two helpers agree with the official ones on %j',
  (visibility) => {
    const given = tool(visibility)
    expect(isToolVisibilityAppOnly(given)).toBe(officialAppOnly(given as never))
    expect(isToolVisibilityModelOnly(given)).toBe(officialModelOnly(given as never))
  },
)
