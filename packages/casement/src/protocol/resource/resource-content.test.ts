import { describe, expect, test } from 'vitest'
import { decodeBase64, readUiDocument } from './resource-content.ts'
import { fc } from '../../../../../test/seeded-fast-check.ts'

const mimeType = 'text/html;profile=mcp-app'
const uri = 'ui://a/b'

describe('the document of a UI resource', () => {
  test('R-019: as text', () => {
    const content = { uri, mimeType, text: '<p>ä</p>' }
    expect(readUiDocument({ contents: [content] }, uri)).toEqual({ html: '<p>ä</p>', content, warnings: [] })
  })

  test('R-022: as base64, decoded as UTF-8', () => {
    const blob = Buffer.from('<p>ä 日本 🙂</p>').toString('base64')
    expect(readUiDocument({ contents: [{ uri, mimeType, blob }] }, uri)).toMatchObject({ html: '<p>ä 日本 🙂</p>' })
  })

  test('of several items, the one with the right type is used', () => {
    const contents = [
      { uri, mimeType: 'text/plain', text: 'a' },
      { uri, mimeType, text: 'b' },
    ]
    expect(readUiDocument({ contents }, uri)).toMatchObject({ html: 'b' })
  })

  test('of several items with the right type, the one with the right uri is used, or none', () => {
    const contents = [
      { uri: 'ui://a/c', mimeType, text: 'c' },
      { uri, mimeType, text: 'b' },
    ]
    expect(readUiDocument({ contents }, uri)).toMatchObject({ html: 'b' })
    expect(readUiDocument({ contents }, 'ui://a/d')).toHaveProperty('problem')
  })

  test('R-021: a different uri is a warning', () => {
    const read = readUiDocument({ contents: [{ uri: 'ui://a/c', mimeType, text: 'c' }] }, uri)
    expect(read).toMatchObject({ html: 'c', warnings: [expect.stringContaining('differs from the requested uri') as string] })
  })

  test('an equivalent media type is a warning', () => {
    const read = readUiDocument({ contents: [{ uri, mimeType: 'text/html; profile=mcp-app', text: 'c' }] }, uri)
    expect(read).toMatchObject({ html: 'c', warnings: [expect.stringContaining('text/html; profile=mcp-app') as string] })
  })

  test.each([
    [undefined, 'but has none'],
    [{}, 'but has none'],
    [{ contents: [] }, 'but has none'],
    [{ contents: [null, 'a'] }, 'but has none'],
    [{ contents: [{ uri, mimeType: 'text/html', text: '' }] }, 'but has text/html'],
    [{ contents: [{ uri, mimeType }] }, 'must have text, or base64'],
    [{ contents: [{ uri, mimeType, blob: '!' }] }, 'must have text, or base64'],
    [{ contents: [{ uri, mimeType, text: 3 }] }, 'must have text, or base64'],
  ])('R-028: %j is a problem', (result, problem) => {
    expect(readUiDocument(result, uri)).toEqual({ problem: expect.stringContaining(problem) as string })
  })
})

test('R-022: any text survives a base64 round trip', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme' }), (text) => {
      fc.pre(!text.startsWith('\uFEFF'))
      expect(decodeBase64(Buffer.from(text).toString('base64'))).toBe(text)
    }),
  )
})
