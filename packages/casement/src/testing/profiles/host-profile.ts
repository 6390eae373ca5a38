import type { HostOptions } from '../../host/bridge/options.ts'
import type { GateOptions } from '../../host/gate/gate.ts'
import type { MountOptions } from '../../host/mount/options.ts'
import type { McpUiHostContext } from '../../protocol/schemas/index.ts'

/** The changes of a host profile to the options of a View. */
export interface ProfileSettings {
  readonly compat: boolean
  readonly displayModes?: MountOptions['displayModes']
  readonly pip?: MountOptions['pip']
  readonly hostContext?: McpUiHostContext
  /** Handlers that this host does not have; their capabilities are not offered. */
  readonly without?: readonly (keyof NonNullable<MountOptions['handlers']>)[]
  /** Not offered, because only Casement's host has it. */
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
  /** The maximum height of a View in the conversation, as a fraction of the window. */
  readonly maxHeight?: number
}

/** A fact about a host, with its source. */
export interface ProfileFact {
  readonly text: string
  readonly source: string
  /** False if the profile does not imitate it. */
  readonly isImitated: boolean
}

/** The behaviour of a host, with its sources and date. The format of a profile file. */
export interface HostProfile {
  /** The version of the format. */
  readonly casementProfile: 1
  readonly id: string
  readonly title: string
  /** The day on which the host was examined, as `2026-11-18`. */
  readonly date: string
  /** The source. */
  readonly source: string
  readonly summary: string
  readonly settings: ProfileSettings
  readonly facts: readonly ProfileFact[]
  /** The open questions about this host, for which the strict profile is used. */
  readonly unknown: string
  /** The raw observations of `casement probe`. */
  readonly observed?: Readonly<Record<string, unknown>> | undefined
}
