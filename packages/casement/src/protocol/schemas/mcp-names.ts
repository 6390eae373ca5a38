import { oneOf, string } from './scalars.ts'
import type { Infer } from './schema.ts'
import { array, object, optional } from './structures.ts'

/** A picture that stands for something. */
export const IconSchema = object({
  src: string(),
  mimeType: optional(string()),
  sizes: optional(array(string())),
  theme: optional(oneOf('light', 'dark')),
})
export type Icon = Infer<typeof IconSchema>

/** The members of everything that has a name. */
export const named = { name: string(), title: optional(string()), icons: optional(array(IconSchema)) }

/** What identifies a program. */
export const ImplementationSchema = object({
  ...named,
  version: string(),
  websiteUrl: optional(string()),
  description: optional(string()),
})
export type Implementation = Infer<typeof ImplementationSchema>
