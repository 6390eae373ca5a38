import type { LanguageModel } from 'ai'
import type { ModelChoice } from './chat-protocol.ts'

/** Reaches a model. Providers are loaded when the first one is asked for: most people start by playing the model themselves. */
export async function languageModel({ provider, id, baseUrl, key }: ModelChoice): Promise<LanguageModel> {
  if (provider === 'anthropic') {
    const { createAnthropic } = await import('@ai-sdk/anthropic')
    return createAnthropic({ ...(key !== undefined && { apiKey: key }), ...(baseUrl !== undefined && { baseURL: baseUrl }) })(id)
  }
  const { createOpenAICompatible } = await import('@ai-sdk/openai-compatible')
  return createOpenAICompatible({
    name: 'openai-compatible',
    baseURL: baseUrl ?? '',
    includeUsage: true,
    ...(key !== undefined && { apiKey: key }),
  })(id)
}
