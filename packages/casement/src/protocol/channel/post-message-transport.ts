import { CasementError } from '../errors.ts'
import { receive, type McpTransport } from './mcp-transport.ts'
import { acceptPorts, offerPorts, type OfferingChannel } from './port-offer.ts'
import { currentWindow, windowChannel, type MessageInlet, type PostTarget, type WindowMessage } from './window-channel.ts'

/**
 * The transport between a View and its host, with the constructor and members of the one in `@modelcontextprotocol/ext-apps`.
 *
 * From the first message on, it is bound to the origin of the other window. An `App` and an `AppBridge` that are connected by two of
 * these move their messages to a direct `MessagePort`, also past a relay that passes on only messages.
 */
export class PostMessageTransport implements McpTransport {
  onclose?: () => void
  onerror?: (error: Error) => void
  onmessage?: (message: unknown, extra?: unknown) => void
  sessionId?: string
  setProtocolVersion?: (version: string) => void
  readonly #target: PostTarget
  readonly #source: unknown
  #channel: OfferingChannel | undefined

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
    // The first use of the channel opens it, so that a transport that was never started calls `onclose` as well.
    this.channel.close()
  }

  /** The underlying channel, opened on first use. A closed transport opens a new one. */
  get channel(): OfferingChannel {
    return (this.#channel ??= this.#open())
  }

  /** True if messages may bypass `send` and `onmessage`, because these have not been replaced or set. */
  get isUnobserved(): boolean {
    return this.send === PostMessageTransport.prototype.send && !this.onmessage
  }

  #open(): OfferingChannel {
    const target = this.#target
    const self = sharedInlet(currentWindow())
    const overWindow = windowChannel(target, { source: this.#source, pinOrigin: true, self })
    const channel = offerPorts(acceptPorts(overWindow, this.#source, self), target)
    channel.closed.addEventListener('abort', () => {
      this.#channel = undefined
      this.onclose?.()
    })
    return channel
  }
}

/** Passes the messages of a window to several listeners through one of its own, so that a transport adds exactly one. */
function sharedInlet(self: MessageInlet): MessageInlet {
  const listeners = new Set<(event: WindowMessage) => void>()
  const onmessage = (event: WindowMessage): void => {
    for (const listener of listeners) listener(event)
  }
  return {
    addEventListener(type, listener) {
      if (listeners.size === 0) self.addEventListener(type, onmessage)
      listeners.add(listener)
    },
    removeEventListener(type, listener) {
      listeners.delete(listener)
      if (listeners.size === 0) self.removeEventListener(type, onmessage)
    },
  }
}

// The protocol folder is compiled without the DOM, so `parent` has no type here.
function parentWindow(): PostTarget {
  const { parent } = globalThis as { parent?: PostTarget }
  if (!parent) throw new CasementError('INVALID_ARGUMENT', 'PostMessageTransport: pass the window to post to outside of a page')
  return parent
}
