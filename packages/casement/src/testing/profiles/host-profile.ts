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
  readonly ignoredCsp?: readonly ('connectDomains' | 'resourceDomains' | 'frameDomains' | 'baseUriDomains')[]
  /** Views get the looser policy that the reference host makes. */
  readonly isPolicyLoose?: boolean
  /** Permissions that this host does not hand on, or none. */
  readonly ignoresPermissions?: boolean
  /** `localStorage`, `sessionStorage`, `indexedDB` and cookies throw, as in a frame with an opaque origin. */
  readonly withoutStorage?: boolean
  /** The value that this host demands of `_meta.ui.domain`; another one stops the View. */
  readonly domain?: 'claude'
  /** The tallest a View can be in the conversation, as a part of the window. */
  readonly maxHeight?: number
}

/** Something that is known about a host, and where it is known from. */
export interface ProfileFact {
  readonly text: string
  readonly source: string
  /** False where it is said and not imitated. */
  readonly isImitated: boolean
}

/** A host to be tried out: how it behaves, where that is known from, and since when. The format of a profile file. */
export interface HostProfile {
  /** The version of the format. */
  readonly casementProfile: 1
  readonly id: string
  readonly title: string
  /** The day on which the host was examined, as `2026-11-18`. */
  readonly date: string
  /** Where it is known from. */
  readonly source: string
  readonly summary: string
  readonly settings: ProfileSettings
  readonly facts: readonly ProfileFact[]
  /** What is not known about this host and stays as in the strict profile. */
  readonly unknown: string
  /** Everything that `casement probe` saw, as it came. */
  readonly observed?: Readonly<Record<string, unknown>> | undefined
}
