/**
 * `@casement/gateway/api`: what a page and its gateway say to each other beside MCP. Types only, so that a page can import it.
 * @module
 */
import type { AuditEvent, ConsentLevel, ContextSlot, UiResource } from 'casement/host'
import type { CallToolResult, ContentBlock, Implementation, StateEntry } from 'casement/protocol/schemas'

/** How a server is reached. */
export type ServerKind = 'stdio' | 'http' | 'built-in'

/** Where the connection to a server is, and what the person should know about it. */
export type ServerState =
  | { readonly status: 'starting'; readonly attempt: number }
  | {
      readonly status: 'ready'
      /** The protocol version in force, as `2025-11-25` or `2026-07-28`. */
      readonly protocolVersion: string
      readonly serverInfo: Implementation
      readonly capabilities: Readonly<Record<string, unknown>>
      readonly instructions?: string | undefined
    }
  | { readonly status: 'unauthorized'; readonly reason: string }
  | {
      readonly status: 'failed'
      /** A stable code, such as `SERVER_EXITED`, `SERVER_UNREACHABLE`, `SERVER_NOT_MCP`. */
      readonly code: string
      readonly reason: string
      readonly fix: string
      /** When it is tried again, in milliseconds since 1970; absent when it is not. */
      readonly retryAt?: number | undefined
      readonly attempt: number
    }
  | { readonly status: 'stopped' }

/** One MCP server as the page lists it. */
export interface ServerEntry {
  /** Also the last part of its endpoint, `/mcp/<name>`. */
  readonly name: string
  readonly kind: ServerKind
  /** The URL or the command line, without secrets. */
  readonly address: string
  /** The stable identity for `mountApp`: it decides the origin of the Views. */
  readonly app: string
  readonly state: ServerState
  /** The last lines that it wrote to its error output. */
  readonly output: readonly string[]
}

/** A server to add. */
export type ServerConfig =
  | {
      readonly url: string
      readonly headers?: Readonly<Record<string, string>> | undefined
      /** Every user gets a connection of their own, and authorizes it. Default: as soon as the server asks for authorization. */
      readonly perUser?: boolean | undefined
    }
  | {
      /** Every user gets a process of their own. Default: one process for all users. */
      readonly perUser?: boolean | undefined
      readonly command: string
      readonly args?: readonly string[] | undefined
      readonly env?: Readonly<Record<string, string>> | undefined
      readonly cwd?: string | undefined
    }

/** A conversation, without what is in it. */
export interface Conversation {
  readonly id: string
  readonly title: string
  readonly createdAt: number
  readonly updatedAt: number
}

/** Who made something happen. */
export type Author = 'person' | 'model' | 'app'

/** Something that was said. */
export interface MessageEntry {
  readonly kind: 'message'
  readonly id: string
  readonly at: number
  readonly role: 'user' | 'assistant'
  readonly by: Author
  readonly content: readonly ContentBlock[]
}

/** Where a tool call is. */
export type CallStatus = 'streaming' | 'running' | 'done' | 'failed' | 'cancelled' | 'interrupted'

/** One tool call, and the View that shows it. */
export interface CallEntry {
  readonly kind: 'call'
  readonly id: string
  readonly at: number
  readonly by: Author
  readonly server: string
  readonly tool: string
  readonly status: CallStatus
  readonly input: Readonly<Record<string, unknown>>
  readonly result?: CallToolResult | undefined
  readonly error?: string | undefined
  /** The View's own name; its state and context are kept under it. */
  readonly view?: string | undefined
  readonly resourceUri?: string | undefined
  /** What the View's document was, so that it can be shown when the server is gone. */
  readonly resourceHash?: string | undefined
  /** How long it took, in milliseconds. */
  readonly ms?: number | undefined
}

/** One thing in a conversation. */
export type Entry = MessageEntry | CallEntry

/** A conversation with all that is needed to show it again. */
export interface ConversationDetail extends Conversation {
  /** In the order in which they were added. */
  readonly entries: readonly Entry[]
  /** What each View told the model last. */
  readonly context: readonly ContextSlot[]
}

/** What a View keeps, by key. */
export type ViewState = Readonly<Record<string, StateEntry>>

/** A remembered answer. */
export interface ConsentRecord {
  readonly app: string
  readonly kind: string
  readonly level: ConsentLevel
  readonly at: number
}

/** An audit event as it is kept. */
export interface AuditRecord extends AuditEvent {
  readonly id: number
  readonly conversation?: string | undefined
}

/** A UI resource as it came through the gateway. */
export type CachedResource = Omit<UiResource, 'metaFrom' | 'warnings'>

/** What the page is told about its gateway when it opens. */
export interface SessionInfo {
  readonly version: string
  readonly profile: string
  /** Where the store is: in the process, or a server. */
  readonly store: 'embedded' | 'server'
  /** The model that answers; absent when the person plays the model. */
  readonly model?: { readonly id: string; readonly provider: string } | undefined
  /** Whether Views get origins of their own here. */
  readonly sandbox: 'served' | 'opaque'
  /** For `staticSandbox`, where they do not: the page is at a name whose subdomains this browser does not find. */
  readonly opaqueProxyUrl?: string | undefined
  /** The user of the page. */
  readonly user: {
    readonly id: string
    readonly role: 'admin' | 'member'
    /** A name to show. */
    readonly name?: string | undefined
    /** Whether the user signed in here: `POST /api/sign-out` ends the session. */
    readonly canSignOut?: true | undefined
  }
  /** Whether an admin may add servers that are started by a command. */
  readonly allowCommands: boolean
}

/** A question of a server to the person in front of the page. */
export interface Ask {
  readonly id: string
  readonly server: string
  /** A form to fill in, or something that a model should write. */
  readonly kind: 'elicitation' | 'sampling'
  /** As the server sent them: those of `elicitation/create` or `sampling/createMessage`. */
  readonly params: Readonly<Record<string, unknown>>
  /** The call that it asks for, where that is known. */
  readonly call?: AskedCall | undefined
  readonly at: number
}

/** A tool call in which a server asks. */
export interface AskedCall {
  readonly tool: string
  readonly by: Author
  /** The entry of the call; where a View made it, the View's. */
  readonly view?: string | undefined
  readonly conversation?: string | undefined
}

/** What the person answered. To a form: its values. To a model's question: `text`, and `model` where one wrote it. */
export interface AskAnswer {
  readonly action: 'accept' | 'decline' | 'cancel'
  readonly content?: Readonly<Record<string, unknown>> | undefined
}

/** What the person decided about the store. */
export interface StoreSettings {
  /** After how many days without a change a conversation is removed, with its audit; null keeps everything. */
  readonly retentionDays: number | null
  /** How many conversations are older than that. They are hidden once that was observed twice, a day apart. */
  readonly expiring: number
  /** How many are hidden. They are removed after a week; keeping everything brings them back. */
  readonly deleted: number
}

/** What `/api/events` tells, one JSON object per server-sent event. */
export type GatewayEvent =
  | { readonly type: 'server'; readonly server: ServerEntry }
  | { readonly type: 'server-removed'; readonly name: string }
  | { readonly type: 'list-changed'; readonly server: string; readonly list: 'tools' | 'resources' | 'prompts' }
  | { readonly type: 'conversation'; readonly conversation: Conversation }
  | { readonly type: 'conversation-removed'; readonly id: string }
  | { readonly type: 'entry'; readonly conversation: string; readonly entry: Entry }
  | { readonly type: 'state'; readonly view: string; readonly key: string }
  | { readonly type: 'view-changed'; readonly server: string; readonly uri: string }
  | { readonly type: 'ask'; readonly ask: Ask }
  | { readonly type: 'ask-closed'; readonly id: string }
  /** Something may have been missed: load again what is shown. */
  | { readonly type: 'resync' }

/** What every refused request answers. */
export interface ApiError {
  readonly error: { readonly code: string; readonly message: string; readonly fix?: string | undefined }
}
