import type { Client } from '@modelcontextprotocol/client'
import { CasementError, WireCode } from 'casement/protocol'
import type { Ask, AskAnswer } from '../api.ts'

/** Sends a request of a server to the user. */
export type AskPerson = (kind: Ask['kind'], params: Ask['params'], signal: AbortSignal) => Promise<AskAnswer>

/** Forwards a request to the client of the current call; undefined if no client supports it. */
export type Relay = (
  method: 'sampling/createMessage' | 'elicitation/create',
  params: object,
  signal: AbortSignal,
) => Promise<Record<string, unknown>> | undefined

/** The client capability that a request of a server needs. */
export const ASK_CAPABILITIES = { elicitation: { form: {} }, sampling: {} } as const

/** Responds to a request of a server in place of the user, or of the model. */
export type AskResponder = (method: string, params: object, signal: AbortSignal) => Promise<Record<string, unknown>>

/** Creates a responder that puts requests to the client of the call, else to the user. */
export function createAskResponder(ask: AskPerson, relay: Relay): AskResponder {
  return async (method, params, signal) => {
    if (method !== 'elicitation/create' && method !== 'sampling/createMessage')
      throw new CasementError('UNSUPPORTED', `The gateway does not support ${method}.`, {
        wire: { code: WireCode.MethodNotFound },
      })
    const relayed = relay(method, params, signal)
    // The result of the client is not restricted further, as with a direct connection to the server.
    if (relayed) return relayed
    if (method === 'elicitation/create') {
      if ('mode' in params && params.mode === 'url') return { action: 'decline' }
      const { action, content } = await ask('elicitation', { ...params }, signal)
      // The page has validated the values against the schema; the server makes the final decision.
      return { action, ...(content && { content }) }
    }
    const { action, content } = await ask('sampling', { ...params }, signal)
    const text = content?.['text']
    if (action !== 'accept' || typeof text !== 'string')
      throw new CasementError('DENIED', 'The user declined.', { wire: { code: WireCode.Denied } })
    const model = typeof content?.['model'] === 'string' ? content['model'] : 'a person'
    return { role: 'assistant', model, content: { type: 'text', text }, stopReason: 'endTurn' }
  }
}

/** Handles elicitation and sampling requests of a server. */
export function addAskHandlers(client: Client, respond: AskResponder): void {
  // The responder has the types of no revision, and the server validates the results.
  for (const method of ['elicitation/create', 'sampling/createMessage'] as const)
    client.setRequestHandler(method, async ({ params }, { mcpReq }) => (await respond(method, params, mcpReq.signal)) as never)
}
