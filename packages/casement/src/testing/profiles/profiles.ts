import type { HostOptions } from '../../host/bridge/options.ts'
import type { GateOptions } from '../../host/gate/gate.ts'
import type { MountOptions } from '../../host/mount/options.ts'
import type { McpUiHostContext } from '../../protocol/schemas/index.ts'

/** What a host profile changes in the options of a View. What is not here stays as it is. */
export interface ProfileSettings {
  readonly compat: boolean
  readonly displayModes?: MountOptions['displayModes']
  readonly pip?: MountOptions['pip']
  readonly hostContext?: McpUiHostContext
  /** Handlers that this host does not have; their capabilities are not offered. */
  readonly without?: readonly (keyof NonNullable<MountOptions['handlers']>)[]
  /** Not offered, because only our own host has it. */
  readonly withoutExtensions?: boolean
  readonly denyWith?: GateOptions['denyWith']
  readonly appTools?: HostOptions['appTools']
  /** Lists of the declared policy that this host does not honour. */
  readonly ignoredCsp?: readonly ('frameDomains' | 'baseUriDomains')[]
  /** Views get the looser policy that the reference host makes. */
  readonly isPolicyLoose?: boolean
  /** Permissions that this host does not hand on, or none. */
  readonly ignoresPermissions?: boolean
  /** The value that this host demands of `_meta.ui.domain`; another one stops the View. */
  readonly domain?: 'claude'
  /** The tallest a View can be in the conversation, as a part of the window. */
  readonly maxHeight?: number
}

const BASE = { compat: true, withoutExtensions: true } as const

const PROFILES = {
  strict: { title: 'Strict', settings: { compat: false } },
  'spec-lenient': { title: 'Lenient', settings: { compat: true, isPolicyLoose: true } },
  claude: { title: 'Claude', settings: { ...BASE, ignoredCsp: ['frameDomains'], domain: 'claude' } },
  chatgpt: { title: 'ChatGPT', settings: { ...BASE, displayModes: ['inline', 'fullscreen', 'pip'] } },
  vscode: {
    title: 'VS Code',
    settings: {
      ...BASE,
      displayModes: ['inline'],
      without: ['onlisttools', 'onlistresources', 'onlistresourcetemplates', 'onlistprompts'],
      maxHeight: 0.8,
    },
  },
  goose: {
    title: 'Goose',
    settings: {
      ...BASE,
      displayModes: ['inline', 'fullscreen', 'pip'],
      pip: { width: 400, height: 300 },
      ignoresPermissions: true,
    },
  },
} as const satisfies Record<string, { readonly title: string; readonly settings: ProfileSettings }>

/** The name of a profile, as `renderApp` and `--host-profile` take it. */
export type ProfileId = keyof typeof PROFILES

/** A host to be tried out. */
export interface HostProfile {
  readonly id: ProfileId
  readonly title: string
  readonly settings: ProfileSettings
}

/** All profiles, ours first. */
export const PROFILE_IDS = Object.keys(PROFILES) as readonly ProfileId[]

/** True for the name of a profile. */
export const isProfileId = (value: unknown): value is ProfileId => typeof value === 'string' && Object.hasOwn(PROFILES, value)

/** The profile of that name. */
export const profileOf = (id: ProfileId): HostProfile => ({ id, ...(PROFILES[id] as Omit<HostProfile, 'id'>) })
