import type { ApiError } from '@casement/gateway/api'
import type { ModelChoice } from './chat-protocol.ts'

/** Describes why a model did not respond, and the fix. It never contains a part of the key. */
export function explainModelFailure(error: unknown, { provider, id, baseUrl, key }: ModelChoice): ApiError['error'] {
  const where = baseUrl ?? provider
  const chain = causes(error)
  const status = chain.map((each) => each.statusCode).find((each) => typeof each === 'number')
  const said = hide(chain.map(({ message }) => message).find(Boolean) ?? String(error), key)
  if (status === 401 || status === 403)
    return explained('MODEL_UNAUTHORIZED', `${where} refused the key: ${said}`, 'Check the key of the model.')
  if (status === 404)
    return explained('MODEL_NOT_FOUND', `${where} does not have ${id}: ${said}`, 'Check the name of the model and its URL.')
  if (status === 429)
    return explained('MODEL_BUSY', `${where} takes no more requests now: ${said}`, 'Wait a moment and send again.')
  if (status !== undefined)
    return explained('MODEL_REFUSED', `${where} answered with HTTP ${status}: ${said}`, 'Check the message of the provider.')
  const code = chain.map((each) => each.code).find(isSystemCode)
  if (code !== undefined)
    return explained('MODEL_UNREACHABLE', `${where} does not answer (${code}).`, 'Is it running, and is the URL right?')
  return explained('MODEL_FAILED', `${where}: ${said}`, 'Send again; if it stays, try another model.')
}

const isSystemCode = (code: unknown): code is string => typeof code === 'string' && /^(E[A-Z]+|UND_ERR_\w+)$/.test(code)

const explained = (code: string, message: string, fix: string): ApiError['error'] => ({ code, message, fix })

const hide = (text: string, key: string | undefined): string => (key ? text.replaceAll(key, '…') : text).slice(0, 2000)

type Cause = Error & { readonly statusCode?: unknown; readonly code?: unknown; readonly lastError?: unknown }

/** An error and what is behind it; a retry keeps the last one under a name of its own. */
function causes(error: unknown): Cause[] {
  const found: Cause[] = []
  for (let each = error; each instanceof Error && found.length < 10;) {
    const cause = each as Cause
    found.unshift(cause)
    each = cause.cause ?? cause.lastError
  }
  return found
}
