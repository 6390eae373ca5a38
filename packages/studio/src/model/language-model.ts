import type { LanguageModel } from 'ai'
import type { ModelChoice } from './chat-protocol.ts'

/** Connects to a model. Providers are lazy-loaded, because most users start by calling tools themselves. */
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
