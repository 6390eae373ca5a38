import type { ServerConfig } from '@casement/gateway/api'
import { dirname, resolve } from 'node:path'
import { expandVariables, type Environment } from './expand-variables.ts'

type Fields = Readonly<Record<string, unknown>>

/** The servers that a configuration file names. */
export type ReadServers = Readonly<Record<string, ServerConfig>>

const NAME = /^[\w.-]{1,64}$/

/**
 * Reads the format that people already have: `mcpServers` by name (`servers`, as VS Code has it, is taken too). Throws an error
 * that says where in the file something is wrong.
 */
export function readServerConfig(text: string, file: string, environment: Environment): ReadServers {
  const parsed = parse(text, file)
  const servers = isFields(parsed) ? (parsed['mcpServers'] ?? parsed['servers']) : undefined
  if (!isFields(servers)) throw new Error(`${file}: there is no "mcpServers" object in it`)
  const wanted = Object.entries(servers).filter(([, server]) => !(isFields(server) && server['disabled'] === true))
  return Object.fromEntries(
    wanted.map(([name, server]) => {
      const fail = (what: string): never => {
        throw new Error(`${file}: the server "${name}" ${what}`)
      }
      if (!NAME.test(name)) fail('has an invalid name. Use up to 64 letters, digits, dots, dashes and underscores')
      if (!isFields(server)) return fail('is not an object')
      const expand = (value: string): string =>
        expandVariables(value, environment, (variable) => fail(`uses the variable ${variable}, which is not set`))
      return [name, readServer(server, dirname(resolve(file)), expand, fail)]
    }),
  )
}

function parse(text: string, file: string): unknown {
  try {
    return JSON.parse(text)
  } catch (error) {
    throw new Error(`${file} is not JSON: ${(error as Error).message}`, { cause: error })
  }
}

type Fail = (what: string) => never

function readServer(server: Fields, folder: string, expand: (value: string) => string, fail: Fail): ServerConfig {
  const { url, command, args = [], cwd, type, perUser } = server
  if (type !== undefined && typeof type !== 'string') return fail('has a "type" that is not a string')
  if (perUser !== undefined && typeof perUser !== 'boolean') return fail('has a "perUser" that is not true or false')
  const owned = perUser ? { perUser } : {}
  if (url !== undefined) {
    if (typeof url !== 'string') return fail('has a "url" that is not a string')
    const address = expand(url)
    if (!URL.canParse(address) || !/^https?:$/.test(new URL(address).protocol))
      return fail(`has a "url" that is not an http or https URL: "${address}"`)
    return { url: address, headers: readTexts(server, 'headers', expand, fail), ...owned }
  }
  if (typeof command !== 'string' || command === '') return fail('has neither a "url" nor a "command"')
  if (!isTexts(args)) return fail('has "args" that are not a list of strings')
  if (cwd !== undefined && typeof cwd !== 'string') return fail('has a "cwd" that is not a string')
  return {
    command: expand(command),
    args: args.map(expand),
    env: readTexts(server, 'env', expand, fail),
    ...owned,
    ...(cwd !== undefined && { cwd: resolve(folder, expand(cwd)) }),
  }
}

function readTexts(server: Fields, field: string, expand: (value: string) => string, fail: Fail): Record<string, string> {
  const value = server[field] ?? {}
  if (!isFields(value)) return fail(`has a "${field}" that is not an object`)
  return Object.fromEntries(
    Object.entries(value).map(([name, text]) => {
      // Ports and flags are often written as numbers and truth values.
      if (typeof text !== 'string' && typeof text !== 'number' && typeof text !== 'boolean')
        return fail(`has a "${field}" in which ${name} is not a string, number or boolean`)
      return [name, expand(String(text))]
    }),
  )
}

const isFields = (value: unknown): value is Fields => typeof value === 'object' && value !== null && !Array.isArray(value)
const isTexts = (value: unknown): value is string[] => Array.isArray(value) && value.every((each) => typeof each === 'string')
