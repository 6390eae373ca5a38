import { defineApp, result, tool } from 'casement/server'
import { z } from 'zod'

const ESSENTIALS = ['Passport', 'Phone charger', 'Toothbrush', 'Rain jacket']

/** The MCP server of the chat: a packing list whose ticks are View state, which the gateway keeps for each user. */
export const app = defineApp({
  name: 'packing-list',
  version: '1.0.0',
  view: { file: new URL('./packing-list.html', import.meta.url) },
  tools: {
    pack: tool({
      description: 'Makes a packing list for a trip',
      input: { trip: z.string().min(1).max(80) },
      run: ({ trip }) => result({ model: `A packing list for ${trip}.`, view: { trip, items: ESSENTIALS } }),
    }),
  },
})
