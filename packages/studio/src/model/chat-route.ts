import { route, type Route } from '@casement/gateway'
import type { ApiError } from '@casement/gateway/api'
import type { Context } from 'hono'
import { streamSSE } from 'hono/streaming'
import type { ModelChoice } from './chat-protocol.ts'
import { readChatRequest } from './chat-request.ts'
import { runChat } from './run-chat.ts'

// Messages have pictures in them.
const MAX_BODY_BYTES = 24 * 1024 * 1024

/** `POST /api/chat`: one turn of a model, as server-sent events. */
export const chatRoute = (configured: ModelChoice | undefined): Route =>
  route({
    method: 'POST',
    path: '/api/chat',
    access: 'member',
    maxBytes: MAX_BODY_BYTES,
    async handle({ context, request: received }) {
      const request = readChatRequest(await received.json().catch(() => undefined))
      if (request instanceof Error) return refuse(context, 400, 'INVALID_ARGUMENT', `/api/chat: ${request.message}.`)
      const model = request.model ?? configured
      if (!model)
        return refuse(
          context,
          409,
          'NO_MODEL',
          'No model is configured: you call the tools yourself.',
          'Start the command with --model, or choose a model in the settings.',
        )
      return streamSSE(context, async (stream) => {
        const gone = new AbortController()
        stream.onAbort(() => gone.abort())
        for await (const event of runChat(request, model, gone.signal)) await stream.writeSSE({ data: JSON.stringify(event) })
      })
    },
  })

function refuse(context: Context, status: 400 | 409, code: string, message: string, fix?: string): Response {
  const answer: ApiError = { error: { code, message, fix } }
  return context.json(answer, status)
}
