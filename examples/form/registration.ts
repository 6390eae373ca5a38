import { z } from 'zod'

/** The workshops one can register for. */
export const WORKSHOPS = ['Sandboxing untrusted pages', 'Streaming user interfaces', 'Testing protocols'] as const

/** The rules for a registration. The server checks them. */
export const registration = z.object({
  name: z.string().trim().min(2, 'Enter your name'),
  email: z.email('Enter an address like ada@example.com'),
  workshop: z.enum(WORKSHOPS, 'Choose a workshop'),
  seats: z.coerce.number('Enter a number').int('Enter a whole number').min(1, 'At least one').max(4, 'At most four'),
  notes: z.string().max(300, 'At most 300 characters').default(''),
  consent: z.literal(true, 'We cannot register you without it'),
})

/** The current values. */
export const draft = z.object({
  name: z.string().default(''),
  email: z.string().default(''),
  workshop: z.string().default(''),
  seats: z.coerce.number().default(1),
  notes: z.string().default(''),
})
