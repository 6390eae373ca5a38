import { defineApp, result, tool } from 'casement/server'
import { z } from 'zod'

const rollOne = (sides: number): number => 1 + Math.floor(Math.random() * sides)

/** The MCP server: its tools and their View. The View imports only the type of it. */
export const app = defineApp({
  name: '{{project-name}}',
  version: '0.1.0',
  // From src and from dist alike: `npm run build` and `npm run dev` both write dist/view.html.
  view: { file: new URL('../dist/view.html', import.meta.url), prefersBorder: true },
  tools: {
    'roll-dice': tool({
      title: 'Roll dice',
      description: 'Rolls some dice and shows them',
      annotations: { readOnlyHint: true },
      input: z.object({
        count: z.number().int().min(0).max(12).default(2).describe('How many dice'),
        sides: z.number().int().min(2).max(100).default(6).describe('How many sides each of them has'),
      }),
      output: z.object({ dice: z.array(z.number()), sides: z.number() }),
      run: ({ count, sides }) => {
        const dice = Array.from({ length: count }, () => rollOne(sides))
        return result({ model: dice.length > 0 ? `Rolled ${dice.join(', ')}` : 'No dice were rolled', view: { dice, sides } })
      },
    }),
  },
})
