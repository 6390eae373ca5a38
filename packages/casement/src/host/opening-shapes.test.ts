import { describe, expect, test } from 'vitest'
import { McpUiHostContextSchema } from '../protocol/schemas/apps-context.ts'
import { McpUiInitializeRequestSchema } from '../protocol/schemas/apps-view-notes.ts'
import { McpUiInitializeRequestCompatSchema } from '../protocol/schemas/initialize-compat.ts'
import { toJsonSchema } from '../protocol/schemas/json-schema.ts'
import type { AnySchema, JsonSchema } from '../protocol/schemas/schema.ts'
import { STYLE_VARIABLE_KEYS } from '../protocol/schemas/style-variables.ts'
import { findMisfit, type ShortShape } from '../protocol/short-shape.ts'
import { bothWays, viewNotes } from '../protocol/view-notes.ts'
import { INTRODUCTION, VIEW_NOTES } from './note-shapes.ts'
import { CONTEXT, STYLE_VARIABLE } from './context-shapes.ts'
import { ROUGH_INTRODUCTION, USUAL_CONTEXT } from './opening-shapes.ts'

interface Json extends JsonSchema {
  readonly type?: string
  readonly const?: string
  readonly enum?: readonly string[]
  readonly anyOf?: readonly Json[]
  readonly items?: Json
  readonly additionalProperties?: Json
  readonly properties?: Readonly<Record<string, Json>>
  readonly required?: readonly string[]
}

/** What a schema is, written short. */
function shorten({ type = '', enum: names, anyOf, items, required = [], ...json }: Json): ShortShape | undefined {
  if (names ?? json.const) return (names ?? [json.const]).join('|')
  if (anyOf) return anyOf.map((option) => option.type).join() === 'string,integer' ? 'id' : undefined
  if (type === 'array') return [shorten(items ?? {}) ?? {}]
  if (type !== 'object') return type || undefined
  if (json.additionalProperties) return { '*': shorten(json.additionalProperties) ?? {} }
  const members = Object.entries(json.properties ?? {}).map(([key, member]) => [
    required.includes(key) ? key : `${key}?`,
    shorten(member),
  ])
  // What may be anything is not looked at.
  return Object.fromEntries(members.filter(([, member]) => member !== undefined)) as ShortShape
}
const isEqual = (a: unknown, b: unknown): boolean => JSON.stringify(a) === JSON.stringify(b)
const short = (schema: AnySchema): ShortShape | undefined => shorten(toJsonSchema(schema))

describe('what is checked before a View shows is what the schemas say', () => {
  test('R-113, 4.46 of its handshake', () => {
    expect(INTRODUCTION).toEqual(short(McpUiInitializeRequestSchema.shape.params))
    expect(ROUGH_INTRODUCTION).toEqual(short(McpUiInitializeRequestCompatSchema.shape.params))
  })

  test('of its notifications', () => {
    const expected = Object.values({ ...bothWays, ...viewNotes }).map(({ method, params }) => [
      method,
      { [params.fits(undefined) ? 'params?' : 'params']: short(params) },
    ])
    expect(VIEW_NOTES).toEqual(Object.fromEntries(expected))
  })

  test('R-162 of what it is told of its surroundings', () => {
    const { 'styles?': styles, ...rest } = CONTEXT
    const { 'styles?': expected, ...others } = short(McpUiHostContextSchema) as typeof CONTEXT
    expect(rest).toEqual(others)
    expect(styles).toEqual({ ...(expected as object), 'variables?': {} })
  })

  test('R-162 and what is usual of that is taken for no more than it is', () => {
    const isWithin = (usual: ShortShape | undefined, whole: ShortShape): boolean => {
      if (usual === 'nothing' || typeof whole === 'string' || Array.isArray(whole))
        return usual === 'nothing' || isEqual(usual, whole)
      return Object.entries(whole).every(([member, inner]) => isWithin((usual as Record<string, ShortShape>)[member], inner))
    }
    expect(Object.keys(USUAL_CONTEXT).toSorted()).toEqual(Object.keys(CONTEXT).toSorted())
    expect(Object.entries(CONTEXT).filter(([field, whole]) => !isWithin(USUAL_CONTEXT[field], whole))).toEqual([])
  })

  test('R-186 of the names of CSS variables', () => {
    const words = [...new Set(STYLE_VARIABLE.source.match(/[a-z0-9](?:[\w-]*\w)?/g))]
    const made = words.flatMap((a) =>
      words
        .flatMap((b) => [`--${a}`, `--${a}-${b}`, ...words.map((c) => `--${a}-${b}-${c}`)])
        .concat(words.flatMap((size) => [`--font-${a}-${size}-size`, `--font-${a}-${size}-line-height`])),
    )
    expect(STYLE_VARIABLE_KEYS.filter((key) => !STYLE_VARIABLE.test(key))).toEqual([])
    expect(new Set(made.filter((name) => STYLE_VARIABLE.test(name)))).toEqual(new Set(STYLE_VARIABLE_KEYS))
  })
})

test.for<[shape: ShortShape, value: unknown, misfit: string | undefined]>([
  ['string', 'a', undefined],
  ['string', 1, 'it: expected string'],
  ['boolean', 'boolean', 'it: expected boolean'],
  ['number', Number.NaN, 'it: expected number'],
  ['id', 0, undefined],
  ['id', 1.5, 'it: expected id'],
  ['object', {}, 'it: expected object'],
  ['light|dark', 'dark', undefined],
  ['light|dark', 'light|dark', 'it: expected light|dark'],
  [['number'], [1, 2], undefined],
  [['number'], [1, '2'], 'it.1: expected number'],
  [['number'], { 0: 1 }, 'it: expected an array'],
  [{}, [], 'it: expected an object'],
  [{}, null, 'it: expected an object'],
  [{ a: 'string' }, {}, 'it.a: expected string'],
  [{ 'a?': 'string' }, { a: undefined, b: 1 }, undefined],
  [{ 'a?': 'string' }, { a: null }, 'it.a: expected string'],
  [{ '*': {} }, { x: {}, y: 1 }, 'it.y: expected an object'],
  [{ 'a?': { b: ['id'] } }, { a: { b: [{}] } }, 'it.a.b.0: expected id'],
])('%j and %j', ([shape, value, misfit]) => {
  expect(findMisfit(shape, value, 'it')).toBe(misfit)
})
