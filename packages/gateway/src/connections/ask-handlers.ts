import type { Client } from '@modelcontextprotocol/client'
import { CasementError, WireCode } from 'casement/protocol'
import type { Ask, AskAnswer } from '../api.ts'

/** Puts a question of a server to the person. */
export type AskPerson = (kind: Ask['kind'], params: Ask['params'], signal: AbortSignal) => Promise<AskAnswer>

/** Passes a question on to the client in whose call it is asked; undefined if there is none that offers it. */
export type Relay = (
  method: 'sampling/createMessage' | 'elicitation/create',
  params: object,
  signal: AbortSignal,
) => Promise<Record<string, unknown>> | undefined

/** The client capability that a request of a server needs. */
export const ASK_CAPABILITIES = { elicitation: { form: {} }, sampling: {} } as const

/** Answers what a server asks of the person, or of the model whom the person plays. */
export function addAskHandlers(client: Client, ask: AskPerson, relay: Relay): void {
  client.setRequestHandler('elicitation/create', async ({ params }, { mcpReq }) => {
    const relayed = relay('elicitation/create', params, mcpReq.signal)
    // The client that answers is as free in its result as one that is connected to the server itself.
    if (relayed) return (await relayed) as never
    if ('mode' in params && params.mode === 'url') return { action: 'decline' }
    const { action, content } = await ask('elicitation', { ...params }, mcpReq.signal)
    // Whether the values fit is for the server to say, whose schema it is; the page has checked them against it.
    return { action, ...(content && { content: content as never }) }
  })
  client.setRequestHandler('sampling/createMessage', async ({ params }, { mcpReq }) => {
    const relayed = relay('sampling/createMessage', params, mcpReq.signal)
    if (relayed) return (await relayed) as never
    const { action, content } = await ask('sampling', { ...params }, mcpReq.signal)
    const text = content?.['text']
    if (action !== 'accept' || typeof text !== 'string')
      throw new CasementError('DENIED', 'The person declined.', { wire: { code: WireCode.Denied } })
    const model = typeof content?.['model'] === 'string' ? content['model'] : 'a person'
    return { role: 'assistant', model, content: { type: 'text', text }, stopReason: 'endTurn' }
  })
}
