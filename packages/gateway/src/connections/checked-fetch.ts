import type { FetchLike } from '@modelcontextprotocol/client'
import { checkBody, checkStream, toErrorMessage } from './response-check.ts'

/** A fetch for the official client that turns an invalid response to a request into an error: the client would wait for another one. */
export function checkedFetch(fetch: FetchLike): FetchLike {
  return async (url, init) => {
    const response = await fetch(url, init)
    const id = init?.method === 'POST' && response.ok ? requestId(init.body) : undefined
    if (id === undefined || !response.body) return response
    const { status, headers } = response
    const type = headers.get('content-type') ?? ''
    if (type.startsWith('text/event-stream')) return new Response(response.body.pipeThrough(checkStream(id)), { status, headers })
    if (!type.startsWith('application/json')) return response
    const text = await response.text()
    const checked = checkBody(text, id)
    return new Response('problem' in checked ? JSON.stringify(toErrorMessage(id, checked.problem)) : text, { status, headers })
  }
}

/** The id of a request that a body has; undefined for notifications and responses. */
function requestId(body: unknown): string | number | undefined {
  if (typeof body !== 'string') return undefined
  const message = JSON.parse(body) as { id?: string | number; method?: string }
  return message.method === undefined ? undefined : message.id
}
