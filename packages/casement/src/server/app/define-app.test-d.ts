import * as v from 'valibot'
import type { Sql } from 'postgres'
import { expectTypeOf, test } from 'vitest'
import { z } from 'zod'
import { defineApp, result, tool, type PostgresClient } from '../index.ts'

const app = defineApp({
  name: 'weather',
  version: '1.0.0',
  view: { html: '<!doctype html>' },
  tools: {
    forecast: tool({
      input: z.object({ city: z.string(), days: z.number().default(3) }),
      output: z.object({ degrees: z.number() }),
      text: ({ degrees }) => `${degrees} degrees`,
      run: ({ city, days }, { signal }) => {
        expectTypeOf(city).toEqualTypeOf<string>()
        expectTypeOf(days).toEqualTypeOf<number>()
        expectTypeOf(signal).toEqualTypeOf<AbortSignal>()
        return result({ model: city, view: { degrees: 1 } })
      },
    }),
    free: tool({
      input: { city: z.string(), unit: z.optional(z.string()) },
      run: async ({ city, unit }) => {
        expectTypeOf(unit).toEqualTypeOf<string | undefined>()
        return result({ view: { found: city } })
      },
    }),
    plain: tool({ run: () => 'done' }),
    other: tool({ input: v.object({ n: v.number() }), run: ({ n }) => result({ view: [n] }) }),
  },
})

type Tools = NonNullable<(typeof app)['~tools']>

test('inputs and outputs of the tools are in the type of the app', () => {
  expectTypeOf<Tools['forecast']['input']>().toEqualTypeOf<{ city: string; days?: number | undefined }>()
  expectTypeOf<Tools['forecast']['output']>().toEqualTypeOf<{ degrees: number }>()
  expectTypeOf<Tools['free']['output']>().toEqualTypeOf<{ found: string }>()
  expectTypeOf<Tools['free']['input']['city']>().toEqualTypeOf<string>()
  expectTypeOf<Tools['free']['input']['unit']>().toEqualTypeOf<string | undefined>()
  expectTypeOf<Tools['other']['output']>().toEqualTypeOf<number[]>()
  expectTypeOf<Tools['other']['input']>().toEqualTypeOf<{ n: number }>()
})

test('data that does not fit the output schema does not compile', () => {
  // @ts-expect-error -- degrees is a number
  tool({ output: z.object({ degrees: z.number() }), run: () => result({ view: { degrees: 'many' } }) })
})

test('the client of the package postgres is one for the bus', () => {
  expectTypeOf<Sql>().toExtend<PostgresClient>()
})
