import { z } from 'zod'
import type { AskAnswer } from '../api.ts'
import type { AskDesk } from '../connections/asks.ts'
import { route, type Route } from '../router.ts'
import { noContent, notFound, objectSchema } from './body.ts'

const answerSchema: z.ZodType<AskAnswer> = z.discriminatedUnion(
  'action',
  [
    z.object({ action: z.literal('decline') }),
    z.object({ action: z.literal('cancel') }),
    z.object({ action: z.literal('accept'), content: objectSchema }),
  ],
  'must be accept, decline or cancel',
)

/** The user's responses to the requests of servers. */
export const askRoutes = (desk: AskDesk): Route[] => [
  route({
    method: 'GET',
    path: '/api/asks',
    access: 'member',
    handle: ({ context, principal }) => context.json(desk.pending(principal)),
  }),
  route({
    method: 'POST',
    path: '/api/asks/:id',
    access: 'member',
    body: answerSchema,
    maxBytes: 4 * 1024 * 1024,
    handle: ({ context, body, principal }) =>
      desk.answer(principal, context.req.param('id') ?? '', body) ? noContent() : notFound('pending request with this id'),
  }),
]
