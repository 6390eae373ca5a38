import type { Hono } from 'hono'
import type { AskAnswer } from '../api.ts'
import type { AskDesk } from '../connections/asks.ts'
import { invalid, notFound, readBody } from './body.ts'

/** What the person answers to the questions of servers. */
export function addAskRoutes(app: Hono, desk: AskDesk): void {
  app.get('/api/asks', (context) => context.json(desk.open))
  app.post('/api/asks/:id', async (context) => {
    const answer = readAnswer(await readBody(context))
    return desk.answer(context.req.param('id'), answer) ? context.body(null, 204) : notFound(context, 'question that waits')
  })
}

function readAnswer({ action, content }: Record<string, unknown>): AskAnswer {
  if (action === 'decline' || action === 'cancel') return { action }
  if (action !== 'accept') throw invalid('action must be accept, decline or cancel')
  if (typeof content !== 'object' || content === null || Array.isArray(content)) throw invalid('content must be a JSON object')
  return { action, content: content as Record<string, unknown> }
}
