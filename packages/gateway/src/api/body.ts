import { CasementError } from 'casement/protocol'
import type { Context } from 'hono'

/** The JSON object that a request carries. */
export async function readBody(context: Context): Promise<Record<string, unknown>> {
  const body: unknown = await context.req.json().catch(() => undefined)
  if (typeof body !== 'object' || body === null || Array.isArray(body)) throw invalid('the body must be a JSON object')
  return body as Record<string, unknown>
}

/** A name in an address or a body: not empty, not long, and nothing that a database cannot keep. */
export function checkName(what: string, value: unknown): string {
  if (typeof value !== 'string' || value === '' || value.length > 500 || /[\u0000-\u001f\u007f]/.test(value))
    throw invalid(`${what} must be a text of 1 to 500 characters without control characters`)
  return value
}

/** A text such as a title: it may be empty. */
export function checkText(what: string, value: unknown): string {
  if (typeof value !== 'string' || value.length > 2000) throw invalid(`${what} must be a text of at most 2000 characters`)
  return value.replaceAll('\0', '')
}

/** A whole number in an address; null when it is left out. */
export function readCount(what: string, value: string | undefined): number | null {
  if (value === undefined || value === '') return null
  const count = Number(value)
  if (!Number.isSafeInteger(count) || count < 0) throw invalid(`${what} must be a whole number`)
  return count
}

/** What a request got wrong. */
export const invalid = (what: string): CasementError => new CasementError('INVALID_ARGUMENT', `${what}.`)

/** What is not there. */
export const notFound = (context: Context, what: string): Response =>
  context.json({ error: { code: 'NOT_FOUND', message: `There is no ${what}.` } }, 404)
