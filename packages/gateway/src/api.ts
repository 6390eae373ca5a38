/**
 * `@casement/gateway/api`: the HTTP API between a page and its gateway, in addition to MCP. Types only, so that a page can import it.
 * @module
 */
import type { AuditEvent, ConsentLevel, ContextSlot, UiResource } from 'casement/host'
import type { Task } from 'casement/protocol'
import type { CallToolResult, ContentBlock, Implementation, StateEntry } from 'casement/protocol/schemas'

/** The connection to a server. */
export type ServerKind = 'stdio' | 'http' | 'built-in'

/** The state of the connection to a server, and the information for the user. */
export type ServerState =
  | { readonly status: 'starting'; readonly attempt: number }
  | {
      readonly status: 'ready'
      /** The protocol version in force, as `2025-11-25` or `2026-07-28`. */
      readonly protocolVersion: string
      readonly serverInfo: Implementation
      readonly capabilities: Readonly<Record<string, unknown>>
      readonly instructions?: string | undefined
      /** Why the user has to authorize it again: a request was refused for want of a scope, or the authorization was revoked. */
      readonly reauthorize?: string | undefined
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
  /** Whether it is restarted when its files change; absent if there are no files to watch. */
  readonly watch?: boolean | undefined
  /** The last requested restart, and the changed files that caused it, relative to the watched folder. */
  readonly restarted?: { readonly at: number; readonly files?: readonly string[] | undefined } | undefined
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
      /** Every user gets a separate process. Default: one process for all users. */
      readonly perUser?: boolean | undefined
      readonly command: string
      readonly args?: readonly string[] | undefined
      readonly env?: Readonly<Record<string, string>> | undefined
      readonly cwd?: string | undefined
      /** Restarts it when its files change. Default false. */
      readonly watch?: boolean | undefined
    }

/** A conversation, without its entries. */
export interface Conversation {
  readonly id: string
  readonly title: string
  readonly createdAt: number
  readonly updatedAt: number
}

/** The actor. */
export type Author = 'person' | 'model' | 'app'

/** A message. */
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
  /** The id of the View, under which its state and context are stored. */
  readonly view?: string | undefined
  readonly resourceUri?: string | undefined
  /** The hash of the View's document, to show it when the server is gone. */
  readonly resourceHash?: string | undefined
  /** How long it took, in milliseconds. */
  readonly ms?: number | undefined
  /** The task that the call became. */
  readonly task?: Pick<Task, 'taskId' | 'status' | 'statusMessage'> | undefined
}

/** One thing in a conversation. */
export type Entry = MessageEntry | CallEntry

/** A conversation with all that is needed to show it again. */
export interface ConversationDetail extends Conversation {
  /** In the order in which they were added. */
  readonly entries: readonly Entry[]
  /** The latest model context of each View. */
  readonly context: readonly ContextSlot[]
}

/** A link with which other users of the gateway read a conversation. */
export interface Share {
  readonly id: string
  readonly conversation: string
  readonly createdAt: number
}

/** A link that was just created. Its address cannot be read again. */
export interface NewShare extends Share {
  /** The path of the page that shows the conversation. */
  readonly path: string
}

/** A conversation that another user shares, as a reader sees it. */
export interface SharedConversation {
  readonly title: string
  /** The user who shares it. */
  readonly sharedBy: string
  readonly updatedAt: number
  readonly entries: readonly Entry[]
}

/** A call that a user saved to run it again, and to notice when its result changes. */
export interface SavedCall {
  readonly id: string
  readonly server: string
  readonly name: string
  readonly tool: string
  readonly input: Readonly<Record<string, unknown>>
  /** The fields that the result must have. Without it, the call passes unless the tool reports an error. */
  readonly expected?: Readonly<Record<string, unknown>> | undefined
}

/** The stored state of a View, by key. */
export type ViewState = Readonly<Record<string, StateEntry>>

/** A stored consent decision. */
export interface ConsentRecord {
  readonly app: string
  readonly kind: string
  readonly level: ConsentLevel
  readonly at: number
}

/** A stored audit event. */
export interface AuditRecord extends AuditEvent {
  readonly id: number
  /** The W3C Trace Context with which the request was sent to the server. */
  readonly traceparent?: string | undefined
  readonly conversation?: string | undefined
}

/** A UI resource that the gateway forwarded. */
export type CachedResource = Omit<UiResource, 'metaFrom' | 'warnings'>

/** The information about the gateway that the page loads when it opens. */
export interface SessionInfo {
  readonly version: string
  readonly profile: string
  /** Where the store is: in the process, or a server. */
  readonly store: 'embedded' | 'server'
  /** The language model; absent if the user calls tools manually. */
  readonly model?: { readonly id: string; readonly provider: string } | undefined
  /** Whether Views get their own origins. */
  readonly sandbox: 'served' | 'opaque'
  /** For `staticSandbox`, if they do not: the browser cannot resolve subdomains of the page's host name. */
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
  /** Whether the gateway has other users, to share conversations with. */
  readonly canShare: boolean
  /** Whether an admin may add servers that are started by a command. */
  readonly allowCommands: boolean
}

/** A request of a server to the user (elicitation or sampling). */
export interface Ask {
  readonly id: string
  readonly server: string
  /** A form to fill in, or something that a model should write. */
  readonly kind: 'elicitation' | 'sampling'
  /** As the server sent them: those of `elicitation/create` or `sampling/createMessage`. */
  readonly params: Readonly<Record<string, unknown>>
  /** The tool call that caused the request, if known. */
  readonly call?: AskedCall | undefined
  readonly at: number
}

/** A tool call during which a server sends a request. */
export interface AskedCall {
  readonly tool: string
  readonly by: Author
  /** The entry of the call; where a View made it, the View's. */
  readonly view?: string | undefined
  readonly conversation?: string | undefined
}

/** The user's response: the values of a form, or `text` for sampling, with `model` if a model wrote it. */
export interface AskAnswer {
  readonly action: 'accept' | 'decline' | 'cancel'
  readonly content?: Readonly<Record<string, unknown>> | undefined
}

/** The user's settings for the store. */
export interface StoreSettings {
  /** After how many days without a change a conversation is removed, with its audit; null keeps everything. */
  readonly retentionDays: number | null
  /** How many conversations are older than that. They are hidden once that was observed twice, a day apart. */
  readonly expiring: number
  /** How many are hidden. They are removed after a week; keeping everything brings them back. */
  readonly deleted: number
}

/** The usage of a user and the limits of the gateway; null means no limit. */
export interface UsageInfo {
  readonly conversations: Usage
  readonly views: Usage
  readonly bytes: Usage
  /** On the node that responded. */
  readonly requestsInFlight: Usage
  /** On the node that responded. */
  readonly callsPerMinute: Usage
}

/** The used part of a limit. */
export interface Usage {
  readonly used: number
  readonly limit: number | null
}

/** A user as shown to admins, without the content of conversations. */
export interface AdminUser {
  readonly user: string
  /** When the user first stored something. */
  readonly createdAt: number | null
  readonly lastSeenAt: number | null
  readonly sessions: number
  readonly tokens: number
  readonly isBlocked: boolean
  readonly usage: UsageInfo
}

/** A signed-in browser as admins see one. */
export interface AdminSession {
  readonly id: string
  readonly user: string
  readonly name: string | null
  readonly role: 'admin' | 'member'
  readonly via: string
  readonly createdAt: number
  readonly lastSeenAt: number
  readonly expiresAt: number
  /** The user-agent header of the browser. */
  readonly agent: string
}

/** The connections to servers as admins see them: those that all share, and those of users. */
export interface AdminServers {
  readonly shared: readonly ServerEntry[]
  readonly users: readonly {
    readonly user: string
    readonly servers: readonly { readonly name: string; readonly status: ServerState['status'] }[]
  }[]
}

/** An action of a user as admins see it, without parameters and results. */
export interface AdminAuditRecord {
  readonly id: number
  readonly at: number
  readonly user: string
  readonly conversation: string | null
  readonly method: string | null
  /** The tool, or the address of the resource. */
  readonly target: string | null
  readonly decision: string | null
}

/** The events of `/api/events`, one JSON object per server-sent event. */
export type GatewayEvent =
  | { readonly type: 'server'; readonly server: ServerEntry }
  | { readonly type: 'server-removed'; readonly name: string }
  | { readonly type: 'list-changed'; readonly server: string; readonly list: 'tools' | 'resources' | 'prompts' }
  | { readonly type: 'conversation'; readonly conversation: Conversation }
  | { readonly type: 'conversation-removed'; readonly id: string }
  | { readonly type: 'entry'; readonly conversation: string; readonly entry: Entry }
  | { readonly type: 'state'; readonly view: string; readonly key: string }
  /** A call was saved, changed or deleted. */
  | { readonly type: 'saved-calls' }
  | { readonly type: 'view-changed'; readonly server: string; readonly uri: string }
  | { readonly type: 'ask'; readonly ask: Ask }
  | { readonly type: 'ask-closed'; readonly id: string }
  /** Events may have been missed: reload the visible data. */
  | { readonly type: 'resync' }

/** The response to every refused request. */
export interface ApiError {
  readonly error: { readonly code: string; readonly message: string; readonly fix?: string | undefined }
}
