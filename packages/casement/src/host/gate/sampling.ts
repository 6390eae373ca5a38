import type { CreateMessageRequest } from '../../protocol/schemas/index.ts'
import { denied, type Policy } from './policy.ts'

/** What one request to the host's model may ask for. */
export interface SamplingLimits {
  /** More is cut down to it. Default 4,096. */
  readonly maxTokens?: number
  /** Default 50. */
  readonly maxMessages?: number
  /** Characters of JSON. Default 200,000. */
  readonly maxBytes?: number
  /** Lets a View have the conversation included. Default false: it would read what it was never shown. */
  readonly includeContext?: boolean
}

const refuse = (why: string): Error => denied('sampling', `sampling/createMessage: ${why}`)

/** Cuts what a View asks of the model down to what the host is willing to pay for. */
export function samplingPolicy(limits: SamplingLimits, takesTools: () => boolean): Policy {
  const { maxTokens = 4096, maxMessages = 50, maxBytes = 200_000, includeContext = false } = limits
  return (request, next) => {
    if (request.method !== 'sampling/createMessage') return next(request)
    const params = request.params as CreateMessageRequest['params']
    if (params.messages.length > maxMessages) throw refuse(`more than ${maxMessages} messages`)
    if (JSON.stringify(params).length > maxBytes) throw refuse(`more than ${maxBytes} characters`)
    if (params.tools && !takesTools()) throw refuse('this host takes no tools (capability sampling.tools)')
    if (params.maxTokens < 1) throw refuse('maxTokens must be at least 1')
    const { includeContext: asks, ...rest } = params
    return next({
      ...request,
      params: {
        ...rest,
        maxTokens: Math.min(params.maxTokens, maxTokens),
        ...(includeContext && asks && { includeContext: asks }),
      },
    })
  }
}
