import { defineApp, result, tool } from 'casement/server'
import { z } from 'zod'

const roll = (sides: number): number => 1 + Math.floor(Math.random() * sides)

/** What this server offers. The View imports the type of it, and nothing else. */
export const app = defineApp({
  name: '__PROJECT_NAME__',
  version: '0.1.0',
  view: { file: new URL('./view.html', import.meta.url), prefersBorder: true },
  tools: {
    'roll-dice': tool({
      title: 'Roll dice',
      description: 'Rolls some dice and shows them',
      input: z.object({ count: z.number().int().min(1).max(12).default(2), sides: z.number().int().min(2).max(100).default(6) }),
      output: z.object({ dice: z.array(z.number()), sides: z.number() }),
      run: ({ count, sides }) => {
        const dice = Array.from({ length: count }, () => roll(sides))
        return result({ model: `Rolled ${dice.join(', ')}`, view: { dice, sides } })
      },
    }),
  },
})
