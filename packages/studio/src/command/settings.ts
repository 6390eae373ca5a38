import type { Auth, PublicNames, TelemetryOptions } from '@casement/gateway'
import type { ServerConfig } from '@casement/gateway/api'
import { randomBytes } from 'node:crypto'
import { existsSync, readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { isProfileId, PROFILE_IDS, profileOf, readProfile, type HostProfile, type ProfileChoice } from 'casement/testing/profiles'
import { configuredModel, type ConfiguredModel } from '../model/configured-model.ts'
import type { GivenOptions } from './arguments.ts'
import { defaultDataFolder } from './data-folder.ts'
import type { Environment } from './expand-variables.ts'
import { readServerConfig } from './server-config.ts'
import { freeName, nameOfCommand, nameOfUrl } from './server-names.ts'

/** Everything that is decided before anything is started. */
export interface Settings {
  readonly port: number
  readonly hostname: string | undefined
  readonly auth: Auth | undefined
  readonly allowCommands: boolean | undefined
  readonly metricsPort: number | undefined
  readonly names: PublicNames | undefined
  readonly dataDir: string
  readonly databaseUrl: string | undefined
  readonly secret: string | undefined
  readonly key: string | undefined
  readonly telemetry: TelemetryOptions | undefined
  readonly servers: Readonly<Record<string, ServerConfig>>
  readonly profile: string
  /** The profile of a file, if `--host-profile` names one. */
  readonly hostProfile: HostProfile | undefined
  readonly model: ConfiguredModel | undefined
  readonly demo: boolean
}

/** Not the variable of OpenTelemetry itself: where that is set for other programs, its packages need not be installed here. */
const telemetryOf = (endpoint: string | undefined): TelemetryOptions | undefined => (endpoint ? { endpoint } : undefined)

const FIRST_PORT = 3210
const MIN_SECRET_LENGTH = 32

/** Derives the settings from the options and the environment. Throws an error that names the invalid one. */
export function decideSettings(given: GivenOptions, environment: Environment): Settings {
  const model = configuredModel(given.model, environment)
  if (model instanceof Error) throw model
  const profile = profileOf(readProfileChoice(given.hostProfile))
  const names = publicNames(given)
  return {
    port: portOf(given, environment),
    hostname: given.host,
    auth: authOf(given, environment),
    allowCommands: given.allowCommands || undefined,
    metricsPort: given.metricsPort === undefined ? undefined : readPort(given.metricsPort, '--metrics-port'),
    names,
    dataDir: resolve(given.dataDir ?? defaultDataFolder(environment)),
    databaseUrl: environment['DATABASE_URL'] || undefined,
    secret: sharedSecret(environment),
    key: environment['CASEMENT_KEY'] || undefined,
    telemetry: telemetryOf(environment['CASEMENT_OTLP_ENDPOINT']),
    servers: serversOf(given, environment),
    profile: profile.id,
    hostProfile: isProfileId(profile.id) ? undefined : profile,
    model,
    demo: given.demo,
  }
}

/** The secret that all nodes behind one name share. */
function sharedSecret(environment: Environment): string | undefined {
  const secret = environment['CASEMENT_SECRET'] || undefined
  if (secret !== undefined && secret.length < MIN_SECRET_LENGTH)
    throw new Error(
      `CASEMENT_SECRET has ${secret.length} characters, but at least ${MIN_SECRET_LENGTH} are required. Create one with: openssl rand -hex 32`,
    )
  return secret
}

/** Reads the value of `--host-profile`: the name of a built-in profile, or a file of `casement probe`. */
export function readProfileChoice(value = 'strict'): ProfileChoice {
  if (isProfileId(value)) return value
  if (!existsSync(value))
    throw new Error(`unknown host profile "${value}". Use one of ${PROFILE_IDS.join(', ')}, or the path of a profile file`)
  const profile = readProfile(readFileSync(value, 'utf8'))
  if (isProfileId(profile.id))
    throw new Error(`--host-profile ${value}: the id "${profile.id}" belongs to a built-in profile. Change the id in the file`)
  return profile
}

function portOf({ port }: GivenOptions, environment: Environment): number {
  return port === undefined ? readPort(environment['PORT'] || String(FIRST_PORT), '$PORT') : readPort(port, '--port')
}

function readPort(text: string, name: string): number {
  const number = Number(text)
  if (!/^\d+$/.test(text) || number > 65_535) throw new Error(`${name} is "${text}". It must be a port from 0 to 65535`)
  return number
}

function publicNames({ origin, sandboxDomain }: GivenOptions): PublicNames | undefined {
  if (origin === undefined && sandboxDomain === undefined) return undefined
  if (origin === undefined || sandboxDomain === undefined) throw new Error('--origin and --sandbox-domain must be given together')
  return { origin, sandboxDomain }
}

function authOf(given: GivenOptions, environment: Environment): Auth | undefined {
  const { auth, noAuth, host, origin } = given
  if (noAuth && auth !== undefined) throw new Error('--auth and --no-auth cannot be combined')
  checkCombination(given)
  if (host !== undefined && !/^(127\.|::1$|localhost$)/.test(host)) {
    if (auth === undefined)
      throw new Error(`--host ${host} can be reached from other machines. Enable authentication with --auth`)
    if (origin === undefined)
      throw new Error(`--host ${host} requires --origin and --sandbox-domain, the public names of the Studio and its Views`)
  }
  if (noAuth) return { type: 'none' }
  if (auth === undefined) return undefined
  if (auth === 'token') return { type: 'token', token: environment['CASEMENT_TOKEN'] || randomBytes(24).toString('base64url') }
  const [, header] = /^header:([\w-]+)$/.exec(auth) ?? []
  if (header !== undefined) return headerAuth(header, given)
  const [, issuer] = /^oidc:(https?:\/\/\S+)$/.exec(auth) ?? []
  if (issuer !== undefined) return oidcAuth(issuer, given, environment)
  throw new Error(`unknown --auth "${auth}". Use token, header:NAME or oidc:URL`)
}

type AuthKind = 'header:NAME' | 'oidc:URL'

/** Options that only some kinds of authentication have. */
const KINDS = {
  admins: ['header:NAME', 'oidc:URL'],
  adminGroups: ['header:NAME', 'oidc:URL'],
  groupsHeader: ['header:NAME'],
  proxyHops: ['header:NAME'],
  clientId: ['oidc:URL'],
  groupsClaim: ['oidc:URL'],
} as const satisfies Partial<Record<keyof GivenOptions, readonly AuthKind[]>>

function checkCombination(given: GivenOptions): void {
  for (const [option, kinds] of Object.entries(KINDS) as [keyof typeof KINDS, readonly AuthKind[]][])
    if (given[option] !== undefined && !kinds.some((kind) => given.auth?.startsWith(kind.replace(/[A-Z]+$/, ''))))
      throw new Error(`${flagOf(option)} requires --auth ${kinds.join(' or ')}`)
}

function oidcAuth(issuer: string, { clientId, admins, groupsClaim, adminGroups }: GivenOptions, environment: Environment): Auth {
  if (!clientId) throw new Error('--auth oidc:URL requires --client-id, the id that the identity provider gave the Studio')
  if (adminGroups !== undefined && groupsClaim === undefined)
    throw new Error('--admin-groups requires --groups-claim, the claim with the groups of the user')
  const clientSecret = environment['CASEMENT_CLIENT_SECRET'] || undefined
  return {
    type: 'oidc',
    issuer,
    clientId,
    admins: listOf(admins),
    ...(clientSecret !== undefined && { clientSecret }),
    ...(groupsClaim !== undefined && { groupsClaim }),
    ...(adminGroups !== undefined && { adminGroups: listOf(adminGroups) }),
  }
}

function headerAuth(header: string, { trustProxy, admins, proxyHops, groupsHeader, adminGroups }: GivenOptions): Auth {
  const proxies = listOf(trustProxy)
  if (proxies.length === 0) throw new Error('--auth header:NAME requires --trust-proxy with the addresses of the proxies')
  if (proxyHops !== undefined && !/^[1-9]\d?$/.test(proxyHops))
    throw new Error(`--proxy-hops must be the number of proxies, from 1 to 99, not "${proxyHops}"`)
  return {
    type: 'header',
    header,
    proxies,
    admins: listOf(admins),
    ...(proxyHops !== undefined && { hops: Number(proxyHops) }),
    ...(groupsHeader !== undefined && { groupsHeader }),
    ...(adminGroups !== undefined && { adminGroups: listOf(adminGroups) }),
  }
}

const flagOf = (option: string): string => `--${option.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}`

const listOf = (text = ''): string[] =>
  text
    .split(',')
    .map((each) => each.trim())
    .filter(Boolean)

/** Renames a server whose name is in use, because two files may use the same name. */
function serversOf(
  { config, urls, command, isDevelopment, watch }: GivenOptions,
  environment: Environment,
): Record<string, ServerConfig> {
  const servers: Record<string, ServerConfig> = {}
  const add = (name: string, server: ServerConfig): void => {
    servers[freeName(name, (each) => each in servers)] = watch && 'command' in server ? { ...server, watch } : server
  }
  for (const file of config)
    for (const [name, server] of Object.entries(readServerConfig(readConfig(file), file, environment))) add(name, server)
  for (const url of urls) add(nameOfUrl(url), { url })
  const [program, ...args] = command
  if (program !== undefined)
    add(nameOfCommand(command), {
      command: program,
      args,
      env: { ...ownEnvironment(environment), ...(isDevelopment && { NODE_ENV: 'development' }) },
    })
  return servers
}

function readConfig(file: string): string {
  try {
    return readFileSync(file, 'utf8')
  } catch (error) {
    throw new Error(`--config ${file}: ${(error as Error).message}`, { cause: error })
  }
}

// A command from a shell inherits its environment, except our own keys.
const ownEnvironment = (environment: Environment): Record<string, string> =>
  Object.fromEntries(
    Object.entries(environment).filter(
      (each): each is [string, string] => each[1] !== undefined && !each[0].startsWith('CASEMENT_') && each[0] !== 'DATABASE_URL',
    ),
  )
