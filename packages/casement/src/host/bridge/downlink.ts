import type { Channel, Receive } from '../../protocol/channel/channel.ts'
import { portChannel } from '../../protocol/channel/port-channel.ts'
import type { HostToProxy } from '../../protocol/methods.ts'
import type { Unsubscribe } from '../../protocol/runtime.ts'
import type { RelayChannel } from './routes.ts'

/**
 * The relay channel of a View, with a shortcut for outgoing messages. A View that knows only `window.parent` cannot use a port of
 * its own, so Casement's sandbox offers one: the host posts there, and the sandbox's script in the View's page delivers each message
 * as if it came from the parent. Incoming messages always go through the relay, which checks them.
 */
export class Downlink implements Channel {
  readonly closed: AbortSignal
  readonly #relay: RelayChannel
  #offered: Channel | undefined
  #confirmed: Channel | undefined

  constructor(relay: RelayChannel) {
    this.#relay = relay
    this.closed = relay.closed
  }

  get isOpen(): boolean {
    return this.#confirmed !== undefined && !this.#confirmed.closed.aborted
  }

  post(message: unknown, transfer?: Transferable[]): void {
    const channel = this.isOpen ? this.#confirmed : this.#relay
    channel?.post(message, transfer)
  }

  listen(receive: Receive): Unsubscribe {
    return this.#relay.listen(receive)
  }

  close(reason?: unknown): void {
    this.#relay.close(reason)
  }

  /** Accepts a port. It is used once the other end has confirmed that it listens there. */
  open(port: MessagePort): void {
    this.#offered?.close()
    const offered = portChannel(port, { ports: false, lines: true })
    this.#offered = offered
    offered.listen(() => {
      // The first message is the confirmation. Further ones could only come from the View, which must use the relay.
      if (this.#confirmed === offered) return offered.close()
      this.#confirmed = offered
      // Through the relay, so that the View has received everything sent that way before it starts to read the port.
      this.notifyProxy('dev.casement/sandbox/downlink', {})
    })
  }

  /** Sends a notification that only Casement's own proxy understands. */
  notifyProxy<M extends 'dev.casement/sandbox/theme' | 'dev.casement/sandbox/downlink'>(
    method: M,
    params: HostToProxy[M]['params'],
  ): void {
    if (this.#relay.isCasement) this.#relay.post({ jsonrpc: '2.0', method, params })
  }

  reset(): void {
    this.#offered?.close()
  }
}
