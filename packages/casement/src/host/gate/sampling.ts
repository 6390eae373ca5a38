import type { CreateMessageRequest } from '../../protocol/schemas/index.ts'
import { denied, type ViewRequest } from './policy.ts'

/** The limits of one sampling request. */
export interface SamplingLimits {
  /** A larger number is reduced to this. Default 4,096. */
  readonly maxTokens?: number
  /** Default 50. */
  readonly maxMessages?: number
  /** Characters of JSON. Default 200,000. */
  readonly maxBytes?: number
  /** Allows a View to include the conversation as context. Default false, because the View could read it that way. */
  readonly includeContext?: boolean
}

const refuse = (why: string): Error => denied('sampling', `sampling/createMessage: ${why}`)

/** Enforces the limits of a sampling request. `supportsTools` is the host's capability `sampling.tools`. */
export function limitSampling(request: ViewRequest, limits: SamplingLimits, supportsTools: boolean): ViewRequest {
  const { maxTokens = 4096, maxMessages = 50, maxBytes = 200_000, includeContext = false } = limits
  const params = request.params as CreateMessageRequest['params']
  if (params.messages.length > maxMessages) throw refuse(`more than ${maxMessages} messages`)
  if (JSON.stringify(params).length > maxBytes) throw refuse(`more than ${maxBytes} characters`)
  if (params.tools && !supportsTools) throw refuse('the host does not support tools (capability sampling.tools)')
  if (params.maxTokens < 1) throw refuse('maxTokens must be at least 1')
  const { includeContext: requestedContext, ...rest } = params
  return {
    ...request,
    params: {
      ...rest,
      maxTokens: Math.min(params.maxTokens, maxTokens),
      ...(includeContext && requestedContext && { includeContext: requestedContext }),
    },
  }
}
