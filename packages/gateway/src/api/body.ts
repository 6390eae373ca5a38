import { CasementError } from 'casement/protocol'
import { z } from 'zod'
import { refuse } from '../security/refusal.ts'

/** A name in a body: not empty, limited in length, and without control characters, which databases refuse. */
export const nameSchema: z.ZodType<string> = z
  .string('must be a string')
  .min(1, 'must not be empty')
  .max(500, 'must have at most 500 characters')
  .regex(/^[^\u0000-\u001f\u007f]*$/, 'must not have control characters')

/** A name in an address. */
export function checkName(what: string, value: unknown): string {
  const { success, data, error } = nameSchema.safeParse(value)
  if (!success) throw invalid(`${what} ${error.issues[0]?.message}`)
  return data
}

/** A text such as a title: it may be empty. */
export const textSchema: z.ZodType<string> = z
  .string('must be a string')
  .max(2000, 'must have at most 2000 characters')
  .overwrite((text) => text.replaceAll('\0', ''))

/** A JSON object of which only some fields are validated. */
export const objectSchema: z.ZodType<Record<string, unknown>> = z.record(z.string(), z.unknown(), 'must be a JSON object')

/** An integer in an address; null when it is left out. */
export function readCount(what: string, value: string | undefined): number | null {
  if (value === undefined || value === '') return null
  const count = Number(value)
  if (!Number.isSafeInteger(count) || count < 0) throw invalid(`${what} must be an integer`)
  return count
}

/** A mistake in a request. */
export const invalid = (what: string): CasementError => new CasementError('INVALID_ARGUMENT', `${what}.`)

/** Responds that something does not exist. */
export const notFound = (what: string): Response => refuse(404, 'NOT_FOUND', `There is no ${what}.`)

/** Responds that a change is done. */
export const noContent = (): Response => new Response(null, { status: 204 })
