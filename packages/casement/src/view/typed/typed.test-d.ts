import { expectTypeOf, test } from 'vitest'
import { z } from 'zod'
import { defineApp, result, tool } from '../../server/index.ts'
import { connect, type TypedView } from './index.ts'

const weatherApp = defineApp({
  name: 'weather',
  version: '1.0.0',
  tools: {
    forecast: tool({
      input: z.object({ city: z.string(), days: z.array(z.object({ day: z.string() })).optional() }),
      output: z.object({ degrees: z.number() }),
      run: () => result({ view: { degrees: 21 } }),
    }),
    refresh: tool({ visibility: ['app'], run: () => result({ view: { at: 'now' } }) }),
  },
})

test('connect knows tools, inputs, outputs and partial inputs', () => {
  expectTypeOf(connect<typeof weatherApp>).returns.resolves.toExtend<TypedView<typeof weatherApp>>()
  const view = {} as TypedView<typeof weatherApp>
  const call = (): Promise<{ degrees: number }> => view.call('forecast', { city: 'Rome' })
  expectTypeOf(call).returns.resolves.toEqualTypeOf<{ degrees: number }>()
  const refresh = () => view.call('refresh', {})
  expectTypeOf(refresh).returns.resolves.toEqualTypeOf<{ at: string }>()
  const use = (): void => {
    void view.call('forecast', { city: 'Rome' })
    view.on('forecast', {
      partial: (input) => {
        expectTypeOf(input.city).toEqualTypeOf<string | undefined>()
        expectTypeOf(input.days?.[0]?.day).toEqualTypeOf<string | undefined>()
      },
      input: (input) => expectTypeOf(input.city).toEqualTypeOf<string>(),
      result: (output) => expectTypeOf(output).toEqualTypeOf<{ degrees: number } | undefined>(),
    })
    // @ts-expect-error -- there is no such tool
    void view.call('forcast', { city: 'Rome' })
    // @ts-expect-error -- city is a string
    void view.call('forecast', { city: 7 })
    // @ts-expect-error -- there is no such field
    void view.call('forecast', { city: 'Rome', town: 'Rome' })
    // @ts-expect-error -- city is needed
    void view.call('forecast', {})
    // @ts-expect-error -- there is no such tool
    view.on('refreshed', {})
    // @ts-expect-error -- there is no such field in the output
    view.on('forecast', { result: (output) => output?.celsius })
  }
  expectTypeOf(use).toBeFunction()
})
