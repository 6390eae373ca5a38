/** Something that arrived at a canary. */
export interface Hit {
  readonly by: 'tcp' | 'http' | 'upgrade' | 'udp'
  readonly what: string
}

/** The observations of the host page, reported by the page itself. */
export interface HostRecord {
  readonly title: string
  /** The `id` of what has the focus. */
  readonly active: string
  /** The content of the host's own text field. */
  readonly typed: string
  readonly scrolled: number
  readonly historyGrowth: number
  /** True when an untouched object has a property that it should not have. */
  readonly polluted: boolean
  readonly fullscreen: boolean
  readonly pointerLocked: boolean
  /** Tool calls that reached a server, as `server/tool`. */
  readonly calls: readonly string[]
  /** Resources that were read from a server. */
  readonly reads: readonly string[]
  readonly links: readonly string[]
  readonly files: readonly string[]
  readonly chats: number
  readonly contextBytes: number
  readonly logs: number
  readonly samplings: number
  /** The text of each dialog in which the host asked the user. */
  readonly dialogs: readonly string[]
  /** The params of each message that was sent in the user's name, as JSON. */
  readonly sent: readonly string[]
  /** The sources of the model context, as the model sees them, app by app. */
  readonly speakers: readonly string[]
  /** Messages that reached the page, however. */
  readonly received: { readonly count: number; readonly bytes: number; readonly longest: number }
  readonly frames: readonly {
    readonly allow: string
    readonly sandbox: string
    readonly width: number
    readonly height: number
  }[]
  /** How often the height of the attacker's frame changed. */
  readonly resizes: number
  /** The longest time in milliseconds that the page did not get to run. */
  readonly worstPause: number
  readonly errors: readonly string[]
}

/** Everything that was observed of one attack. Nothing in it is the attacker's word, except a secret it can only have stolen. */
export interface Evidence {
  readonly canary: readonly Hit[]
  /** Paths that were asked of the host's own server in the name of the attack. */
  readonly hostServer: readonly string[]
  /** Undefined when the page did not answer any more. */
  readonly page: HostRecord | undefined
  /** True when the View was gone in time after the host wanted it gone. */
  readonly removed: boolean
  /** Whether the View showed the secret of another. */
  readonly looted: boolean
  /** The complaints of the honest View of another app. */
  readonly victim: readonly string[]
  readonly dialogs: readonly string[]
  readonly popups: readonly string[]
  readonly downloads: readonly string[]
  readonly choosers: number
  /** Where the host's tab went, when it went anywhere. */
  readonly navigations: readonly string[]
  readonly cookies: readonly string[]
  readonly clipboard: string
  /** The origins of the frames of the page. */
  readonly viewOrigins: readonly string[]
  readonly hostOrigin: string
  readonly crashed: boolean
  /** The number of letters typed for another target that reached the View. */
  readonly keys: number
  /** True when the host refused to show the View. */
  readonly refused: boolean
}
