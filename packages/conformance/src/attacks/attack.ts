import type { Judge } from './judges.ts'

/** The goal of an attack. */
export type Category =
  | 'network'
  | 'network-declared'
  | 'csp-injection'
  | 'proxy'
  | 'other-app'
  | 'next-view'
  | 'forgery'
  | 'calls'
  | 'messages'
  | 'links-and-files'
  | 'consent'
  | 'identity'
  | 'browser'
  | 'focus'
  | 'liveness'
  | 'legacy'
  | 'sharing'
  | 'partial-load'

/** Where things are while one attack runs. Every port is the attack's own, so whatever arrives at one is known to be its doing. */
export interface Targets {
  /** The attacker's server, which no policy names: `http://127.0.0.1:port`. */
  readonly canary: string
  /** The same for sockets: `ws://127.0.0.1:port`. */
  readonly socket: string
  /** The port of the canary, TCP and UDP. */
  readonly port: number
  /** The attacker's second server, which an attack may declare. */
  readonly allowed: string
  /** The origin of the host page. */
  readonly host: string
}

/** Clicks per second, of a user who does not look. */
export interface ClickRate {
  readonly clicksPerSecond: number
}

/** The response of one of the attacker's servers at a path. */
export type Served = { readonly type: string; readonly body: string } | { readonly redirect: string }

/** A resource as the attacker's MCP server describes it. Nothing in it is as it should be. */
export interface Declared {
  readonly csp?: unknown
  readonly permissions?: unknown
  readonly domain?: unknown
  /** The media type, if it is not that of MCP Apps: it identifies legacy Views. */
  readonly mimeType?: string
}

/** A View that the host shows when the attacker has tried. */
export interface NextView {
  readonly view: (secret: string) => string
  /** True where the attacker is closed first, so that nothing of it may run any more. */
  readonly afterClose?: boolean
}

/** One hostile View, and how to tell that it succeeded. */
export interface Attack {
  readonly id: string
  readonly title: string
  readonly category: Category
  /** The HTML of the View. It says on its console when it has tried everything. */
  readonly view: (at: Targets) => string
  /** The metadata of the resource. */
  readonly declares?: (at: Targets) => Declared
  /** The responses of the declared server. */
  readonly serves?: (at: Targets) => Readonly<Record<string, Served>>
  /** The View of another app, shown first, that holds a secret. It is honest: its word counts. */
  readonly victim?: (secret: string) => string
  /** The next View of the attacker's own app, which holds a secret. It is honest: its word counts. */
  readonly next?: NextView
  /**
   * The user's actions after the View's attempt: nothing, type into the host page, leave it, type with the pointer on the View
   * (`type-over`), type into the View of the other app (`type-elsewhere`), or click repeatedly where a dialog has its button.
   */
  readonly user?: 'type' | 'leave' | 'type-over' | 'type-elsewhere' | ClickRate
  /** True where the host asks in a dialog of its own. The user reads it and agrees, unless the user types or clicks. */
  readonly asks?: boolean
  /** True where it needs something that a machine has only one of, such as the clipboard. */
  readonly alone?: boolean
  /** True where the browser only does it in a profile that is kept: private ones open no connection ahead of time. */
  readonly keptProfile?: boolean
  /** True where it is right that the host refuses to show the View at all. */
  readonly mayBeRefused?: boolean
  /** True where it takes a host on another site than its sandbox to hold it: cookies are for sites, not for origins. */
  readonly ownSite?: boolean
  /** True where the host's lazy chunk cannot be loaded, and its own dialogs with it. */
  readonly chunkMissing?: boolean
  /** True where the attack happens while the View is removed, or after. */
  readonly atTheEnd?: boolean
  /** A description of the escaped data; undefined if nothing escaped. */
  readonly escaped: Judge
}
