import { CasementError } from 'casement/protocol'
import type { ServerConfig } from '../api.ts'
import type { Target } from './target.ts'

/** The target of a configured server. A configuration comes from a file or a page and is untrusted. */
export function readConfig(name: string, config: ServerConfig): Target {
  if (typeof config !== 'object' || config === null || Array.isArray(config))
    throw invalid(`"${name}" must be an object with a url or a command`)
  const { url, headers, command, args, env, cwd, perUser, watch } = config as Record<string, unknown>
  if (perUser !== undefined && typeof perUser !== 'boolean') throw invalid(`perUser of "${name}" must be true or false`)
  if (url !== undefined) {
    if (typeof url !== 'string' || !URL.canParse(url) || !/^https?:$/.test(new URL(url).protocol))
      throw invalid(`the url of "${name}" must be an http or https URL`)
    if (headers !== undefined && !isTexts(headers)) throw invalid(`the headers of "${name}" must be an object of strings`)
    return { kind: 'http', url: new URL(url), headers: headers ?? {}, ...(perUser && { perUser }) }
  }
  if (typeof command !== 'string' || command === '') throw invalid(`"${name}" needs a url or a command`)
  if (args !== undefined && !(Array.isArray(args) && args.every((each) => typeof each === 'string')))
    throw invalid(`the args of "${name}" must be an array of strings`)
  if (env !== undefined && !isTexts(env)) throw invalid(`the env of "${name}" must be an object of strings`)
  if (cwd !== undefined && typeof cwd !== 'string') throw invalid(`the cwd of "${name}" must be a string`)
  if (watch !== undefined && typeof watch !== 'boolean') throw invalid(`watch of "${name}" must be true or false`)
  return { kind: 'stdio', config: { command, args, env, cwd, ...(perUser && { perUser }), ...(watch && { watch }) } }
}

const isTexts = (value: unknown): value is Record<string, string> =>
  typeof value === 'object' && value !== null && Object.values(value).every((each) => typeof each === 'string')

const invalid = (what: string): CasementError => new CasementError('INVALID_ARGUMENT', `Servers: ${what}.`)
