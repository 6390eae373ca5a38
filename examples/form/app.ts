import { defineApp, result, tool } from 'casement/server'
import { z } from 'zod'
import { draft, registration, WORKSHOPS } from './registration.ts'

const outcome = z.object({
  /** There when it worked. */
  ticket: z.string().optional(),
  /** Validation errors, by field. */
  problems: z.record(z.string(), z.string()),
})

/** A form that the model fills in as far as it can, and the user checks, completes and sends. */
export const app = defineApp({
  name: 'form',
  version: '1.0.0',
  title: 'Workshop registration',
  view: { file: new URL('./form.html', import.meta.url), prefersBorder: true },
  tools: {
    'register-for-workshop': tool({
      title: 'Register for a workshop',
      description: 'Opens the registration form, filled in with the known values. The user submits it, not you.',
      input: draft.meta({
        examples: [{ name: 'Ada Lovelace', email: 'ada@example.com', workshop: WORKSHOPS[1], seats: 2, notes: '' }],
      }),
      run: (known) => result({ view: { known, workshops: WORKSHOPS } }),
      text: ({ workshops }) => `The form is open. Workshops: ${workshops.join('; ')}.`,
    }),
    // Only the form may send: no model can agree in the user's name.
    'send-registration': tool({
      description: 'Registers',
      input: z.record(z.string(), z.unknown()),
      output: outcome,
      visibility: ['app'],
      annotations: { destructiveHint: false, idempotentHint: true },
      run: (given) => {
        const { data, error } = registration.safeParse(given)
        if (!data) {
          const problems = Object.fromEntries(error.issues.map(({ path, message }) => [String(path[0]), message]))
          return result({ view: { problems } })
        }
        const ticket = `W${1 + WORKSHOPS.indexOf(data.workshop)}-${ticketNumber(data.email)}`
        return result({ model: `Registered with ticket ${ticket}`, view: { ticket, problems: {} } })
      },
    }),
  },
})

// The same address gets the same number, so that sending twice registers once.
function ticketNumber(email: string): string {
  const sum = Buffer.from(email.toLowerCase()).reduce((before, byte) => (before * 31 + byte) % 90_000, 7)
  return String(10_000 + sum)
}
