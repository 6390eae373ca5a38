import { describe, expect, test } from 'vitest'
import { readLink } from './links.ts'

describe('R-231 links', () => {
  test.for<[text: unknown, url: string]>([
    ['https://example.com', 'https://example.com/'],
    ['HTTP://EXAMPLE.com/a b', 'http://example.com/a%20b'],
    ['https://exämple.com/', 'https://xn--exmple-cua.com/'],
    ['  https://example.com/\n', 'https://example.com/'],
  ])('%j is opened as the browser reads it', ([text, url]) => {
    expect(readLink(text)).toEqual({ url })
  })

  test.for<[text: unknown]>([
    ['javascript:alert(1)'],
    ['JaVa\nScript:alert(1)'],
    ['\u0001javascript:alert(1)'],
    ['data:text/html,x'],
    ['vbscript:x'],
    ['file:///etc/passwd'],
    ['blob:https://example.com/1'],
    ['about:blank'],
    ['intent://x#Intent;end'],
    ['mailto:a@example.com'],
    ['//example.com/x'],
    ['/relative'],
    ['example.com'],
    [''],
    [7],
    ['https://bank.example@evil.example/'],
    ['https://user:word@evil.example/'],
    [`https://example.com/${'x'.repeat(9000)}`],
  ])('%j is refused', ([text]) => {
    expect(readLink(text)).toEqual({ why: expect.any(String) })
  })

  test('a host can open more deliberately', () => {
    expect(readLink('mailto:a@example.com', ['https:', 'mailto:'])).toEqual({ url: 'mailto:a@example.com' })
  })
})
