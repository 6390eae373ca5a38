import type { Channel } from './channel.ts'
import { receive, type McpTransport } from './mcp-transport.ts'
import { windowChannel, type PostTarget } from './window-channel.ts'

/**
 * The transport between a View and its host that `@modelcontextprotocol/ext-apps` has, with the same constructor and members:
 * for those who connect a `Client`, a `Server`, an `App` or an `AppBridge` of theirs. A class because it is made with `new`.
 */
export class PostMessageTransport implements McpTransport {
  onclose?: () => void
  onerror?: (error: Error) => void
  onmessage?: (message: unknown, extra?: unknown) => void
  sessionId?: string
  setProtocolVersion?: (version: string) => void
  readonly #target: PostTarget
  readonly #source: unknown
  #channel: Channel | undefined

  /** Posts to the first window, by default the parent, and hears only the second. */
  constructor(eventTarget: PostTarget | undefined, eventSource: unknown) {
    this.#target = eventTarget ?? (globalThis as unknown as { parent: PostTarget }).parent
    this.#source = eventSource
  }

  /** Begins to hear. */
  async start(): Promise<void> {
    this.channel.listen((raw) => receive(this, raw))
  }

  /** Posts a message, also before `start`. */
  async send(message: unknown, _options?: unknown): Promise<void> {
    this.channel.post(message)
  }

  /** Stops hearing, and calls `onclose`. */
  async close(): Promise<void> {
    this.#channel?.close()
    this.#channel = undefined
    this.onclose?.()
  }

  /** What it speaks through, opened when first needed. */
  get channel(): Channel {
    return (this.#channel ??= windowChannel(this.#target, { source: this.#source }))
  }
}
