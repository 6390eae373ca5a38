import { defineApp, result, tool } from 'casement/server'
import { z } from 'zod'
import { measure, RANGES } from './metrics.ts'

const range = z.enum(RANGES).default('24h').describe('How far back to look')

/** A dashboard that the model opens, and that keeps itself up to date by a tool that only it may call. */
export const app = defineApp({
  name: 'dashboard',
  version: '1.0.0',
  title: 'Shop metrics',
  view: { file: new URL('./dashboard.html', import.meta.url), prefersBorder: true },
  tools: {
    'show-metrics': tool({
      title: 'Show metrics',
      description: 'Shows requests, latency and errors of the shop in a dashboard',
      input: { range },
      annotations: { readOnlyHint: true },
      run: (input) => result({ view: measure(input.range, Date.now()) }),
      text: ({ total, p95, errors }) => `${total.toLocaleString('en')} requests, 95th percentile ${p95} ms, ${errors} % errors`,
    }),
    'refresh-metrics': tool({
      description: 'The same numbers, for the dashboard itself',
      input: { range },
      visibility: ['app'],
      annotations: { readOnlyHint: true },
      run: (input) => result({ view: measure(input.range, Date.now()) }),
    }),
  },
})
