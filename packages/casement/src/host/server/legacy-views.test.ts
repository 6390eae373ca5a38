import { describe, expect, test } from 'vitest'
import { embeddedView, legacyUri, legacyViewIn, withoutLegacyAdapter } from './legacy-views.ts'

const block = { type: 'resource', resource: { uri: 'ui://a', mimeType: 'text/html', text: '<p>old</p>' } }
const never = new AbortController().signal

describe('legacy Views', () => {
  test('finds the View in a result, also one that comes later, and none where there is none (R-315)', async () => {
    expect(await embeddedView({ content: [block] }, never)).toMatchObject({ uri: 'ui://a' })
    expect(await embeddedView(Promise.resolve({ content: [block] }), never)).toMatchObject({ uri: 'ui://a' })
    expect(await embeddedView({ content: [{ type: 'text', text: 'a' }] }, never)).toBeUndefined()
    expect(await embeddedView(undefined, never)).toBeUndefined()
    expect(await embeddedView(Promise.reject(new Error('failed')), never)).toBeUndefined()
  })

  test('does not wait for a result that is no longer wanted', async () => {
    const aborting = new AbortController()
    const waiting = embeddedView(new Promise(() => {}), aborting.signal)
    aborting.abort(new Error('gone'))
    await expect(waiting).rejects.toThrow('gone')
    await expect(embeddedView(new Promise(() => {}), AbortSignal.abort(new Error('gone before')))).rejects.toThrow('gone before')
  })

  test('finds the View in what was read, by its media type (R-315)', async () => {
    const { resource } = block
    expect((await legacyViewIn({ contents: [resource] }, 'ui://a'))?.html).toContain('<p>old</p>')
    expect(await legacyViewIn({ contents: [{ ...resource, mimeType: 'application/pdf' }] }, 'ui://a')).toBeUndefined()
    expect(await legacyViewIn({}, 'ui://a')).toBeUndefined()
  })

  test('knows the key of ChatGPT, for a ui:// address only (R-326)', () => {
    expect(legacyUri({ _meta: { 'openai/outputTemplate': 'ui://widget' } })).toBe('ui://widget')
    expect(legacyUri({ _meta: { 'openai/outputTemplate': 'https://a' } })).toBeUndefined()
    expect(legacyUri({})).toBeUndefined()
  })

  test('leaves every other document as it is', async () => {
    expect(await withoutLegacyAdapter('<p>new</p>')).toBe('<p>new</p>')
    expect(await withoutLegacyAdapter('<script>window.McpAppsAdapter = {}</script>')).toMatch(/^<script data-settings/)
  })
})
