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

  test('among several items the one of the right type', () => {
    const contents = [
      { uri, mimeType: 'text/plain', text: 'a' },
      { uri, mimeType, text: 'b' },
    ]
    expect(readUiDocument({ contents }, uri)).toMatchObject({ html: 'b' })
  })

  test('among several of the right type the one with the right uri, or none', () => {
    const contents = [
      { uri: 'ui://a/c', mimeType, text: 'c' },
      { uri, mimeType, text: 'b' },
    ]
    expect(readUiDocument({ contents }, uri)).toMatchObject({ html: 'b' })
    expect(readUiDocument({ contents }, 'ui://a/d')).toHaveProperty('problem')
  })

  test('R-021: another uri is a warning', () => {
    const read = readUiDocument({ contents: [{ uri: 'ui://a/c', mimeType, text: 'c' }] }, uri)
    expect(read).toMatchObject({ html: 'c', warnings: [expect.stringContaining('another uri') as string] })
  })

  test('4.29: another spelling of the type is a warning', () => {
    const read = readUiDocument({ contents: [{ uri, mimeType: 'text/html; profile=mcp-app', text: 'c' }] }, uri)
    expect(read).toMatchObject({ html: 'c', warnings: [expect.stringContaining('text/html; profile=mcp-app') as string] })
  })

  test.each([
    [undefined, 'found nothing'],
    [{}, 'found nothing'],
    [{ contents: [] }, 'found nothing'],
    [{ contents: [null, 'a'] }, 'found nothing'],
    [{ contents: [{ uri, mimeType: 'text/html', text: '' }] }, 'found text/html'],
    [{ contents: [{ uri, mimeType }] }, 'neither text nor base64'],
    [{ contents: [{ uri, mimeType, blob: '!' }] }, 'neither text nor base64'],
    [{ contents: [{ uri, mimeType, text: 3 }] }, 'neither text nor base64'],
  ])('R-028: %j is a problem', (result, problem) => {
    expect(readUiDocument(result, uri)).toEqual({ problem: expect.stringContaining(problem) as string })
  })
})

test('R-022: every text comes back from base64 as it went', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme' }), (text) => {
      fc.pre(!text.startsWith('\uFEFF'))
      expect(decodeBase64(Buffer.from(text).toString('base64'))).toBe(text)
    }),
  )
})
