import { assert, json, property, string } from 'fast-check'
import { expect, test } from 'vitest'
import { splitJson } from './split-json.ts'

const together = (text: string): string => splitJson(text).reduce((all, [, piece]) => all + piece, '')

test('keys, strings, numbers and words are told apart', () => {
  expect(splitJson('{"a": [-1.5e3, "b: 1", true, null]}')).toEqual([
    ['rest', '{'],
    ['key', '"a"'],
    ['rest', ':'],
    ['rest', ' ['],
    ['number', '-1.5e3'],
    ['rest', ', '],
    ['string', '"b: 1"'],
    ['rest', ', '],
    ['word', 'true'],
    ['rest', ', '],
    ['word', 'null'],
    ['rest', ']}'],
  ])
})

test('a quote inside a string does not end it', () => {
  expect(splitJson(JSON.stringify({ 'a"b': '\\' }))).toEqual([
    ['rest', '{'],
    ['key', '"a\\"b"'],
    ['rest', ':'],
    ['string', '"\\\\"'],
    ['rest', '}'],
  ])
})

test('no text is changed, JSON or not', () => {
  const isWhole = (text: string): void => {
    expect(together(text)).toBe(text)
  }
  for (const text of [json(), string()]) assert(property(text, isWhole))
})
