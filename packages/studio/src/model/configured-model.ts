import type { ModelChoice } from './chat-protocol.ts'

/** A model by its provider, its name, and how to reach it. */
export interface ConfiguredModel extends ModelChoice {
  /** The source of the setting, for messages: `CASEMENT_MODEL`, `--model`. */
  readonly from: string
}

type Environment = Readonly<Record<string, string | undefined>>

const OPENAI = 'https://api.openai.com/v1'

/**
 * The model of the command's option: `anthropic/NAME`, `openai/NAME`, or any name together with the URL of an OpenAI-compatible
 * endpoint. A key in the environment is not enough: a user should not pay for a model without asking for it.
 */
export function configuredModel(option: string | undefined, environment: Environment): ConfiguredModel | undefined | Error {
  const from = option === undefined ? 'CASEMENT_MODEL' : '--model'
  const named = option ?? environment['CASEMENT_MODEL']
  if (!named) return undefined
  const [, prefix, rest] = /^(anthropic|openai)\/(.+)$/.exec(named) ?? []
  const url = environment['CASEMENT_MODEL_URL']
  const key = environment['CASEMENT_MODEL_KEY']
  if (url !== undefined && !isHttp(url)) return new Error(`CASEMENT_MODEL_URL must be an http or https URL: "${url}"`)
  if (prefix === 'anthropic' && rest !== undefined) {
    const found = key ?? environment['ANTHROPIC_API_KEY']
    if (!found) return new Error(`${from} is ${named}, but there is no key: set ANTHROPIC_API_KEY or CASEMENT_MODEL_KEY`)
    return { from, provider: 'anthropic', id: rest, key: found, ...(url !== undefined && { baseUrl: url }) }
  }
  const id = rest ?? named
  const baseUrl = url ?? (prefix === 'openai' ? (environment['OPENAI_BASE_URL'] ?? OPENAI) : undefined)
  if (baseUrl === undefined)
    return new Error(
      `${from} is ${named}: write anthropic/NAME or openai/NAME, or set CASEMENT_MODEL_URL to an OpenAI-compatible endpoint`,
    )
  const found = key ?? (prefix === 'openai' ? environment['OPENAI_API_KEY'] : undefined)
  if (baseUrl === OPENAI && !found)
    return new Error(`${from} is ${named}, but there is no key: set OPENAI_API_KEY or CASEMENT_MODEL_KEY`)
  return { from, provider: 'openai-compatible', id, baseUrl, ...(found !== undefined && { key: found }) }
}

/** Whether a text is an address that a model can be at. */
export const isHttp = (url: string): boolean => URL.canParse(url) && /^https?:$/.test(new URL(url).protocol)
