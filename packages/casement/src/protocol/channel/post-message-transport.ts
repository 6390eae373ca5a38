import { CasementError } from '../errors.ts'
import type { Channel } from './channel.ts'
import { receive, type McpTransport } from './mcp-transport.ts'
import { windowChannel, type PostTarget } from './window-channel.ts'

/**
 * The transport between a View and its host, with the constructor and members of the one in `@modelcontextprotocol/ext-apps`.
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

  /** Posts to `eventTarget`, by default the parent window, and accepts messages only from `eventSource`. */
  constructor(eventTarget: PostTarget | undefined, eventSource: unknown) {
    this.#target = eventTarget ?? parentWindow()
    this.#source = eventSource
  }

  /** Starts to receive. */
  async start(): Promise<void> {
    this.channel.listen((raw) => receive(this, raw))
  }

  /** Posts a message, also before `start`. */
  async send(message: unknown, _options?: unknown): Promise<void> {
    this.channel.post(message)
  }

  /** Stops receiving and calls `onclose`. */
  async close(): Promise<void> {
    this.#channel?.close()
    this.#channel = undefined
    this.onclose?.()
  }

  /** The underlying channel, opened on first use. */
  get channel(): Channel {
    return (this.#channel ??= windowChannel(this.#target, { source: this.#source }))
  }
}

// The protocol folder is compiled without the DOM, so `parent` has no type here.
function parentWindow(): PostTarget {
  const { parent } = globalThis as { parent?: PostTarget }
  if (!parent) throw new CasementError('INVALID_ARGUMENT', 'PostMessageTransport: pass the window to post to outside of a page')
  return parent
}
