import type { Runtime } from '../../protocol/runtime.ts'
import { loadChunk } from '../lazy.ts'
import { subscribesByStream, type McpClientLike } from './client.ts'

const counts = new WeakMap<McpClientLike, Map<string, number>>()

/** The resource subscriptions of one View. Views share a client, so subscriptions are counted per client. */
export class Subscriptions {
  readonly #client: McpClientLike
  readonly #runtime: Runtime
  readonly #shared: Map<string, number>
  readonly #own = new Set<string>()
  #isClosed = false

  constructor(client: McpClientLike, runtime: Runtime) {
    this.#client = client
    this.#runtime = runtime
    this.#shared = counts.get(client) ?? new Map()
    counts.set(client, this.#shared)
  }

  /** Subscribes with the method of the client's MCP revision: `subscribe` is its `resources/subscribe`. */
  async subscribe(uri: string, subscribe: () => Promise<unknown>): Promise<unknown> {
    const result = subscribesByStream(this.#client) ? await this.#openStream(uri) : await subscribe()
    this.add(uri)
    return result
  }

  /** Unsubscribes. The server is notified when the last View does. */
  async unsubscribe(uri: string, unsubscribe: () => Promise<unknown>): Promise<unknown> {
    if (!this.remove(uri)) return {}
    return subscribesByStream(this.#client) ? this.#closeStream(uri) : unsubscribe()
  }

  has(uri: string): boolean {
    return this.#own.has(uri)
  }

  add(uri: string): void {
    if (this.#own.has(uri)) return
    this.#own.add(uri)
    this.#shared.set(uri, (this.#shared.get(uri) ?? 0) + 1)
    if (this.#isClosed) this.#release(uri) // the View was closed before the server responded
  }

  /** Returns true if no other View is subscribed, so that the server must be notified. */
  remove(uri: string): boolean {
    if (!this.#own.delete(uri)) return false
    const left = (this.#shared.get(uri) ?? 1) - 1
    if (left > 0) this.#shared.set(uri, left)
    else this.#shared.delete(uri)
    return left === 0
  }

  /** Ends all subscriptions without waiting for the server's response. */
  close(): void {
    this.#isClosed = true
    for (const uri of this.#own) this.#release(uri)
  }

  #release(uri: string): void {
    if (!this.remove(uri)) return
    if (subscribesByStream(this.#client)) this.#closeStream(uri)
    else this.#client.unsubscribeResource?.({ uri }).catch(() => {})
  }

  async #openStream(uri: string): Promise<object> {
    const { shareListenStream } = await loadChunk()
    await shareListenStream(this.#client, uri, this.#runtime)
    return {}
  }

  #closeStream(uri: string): object {
    // Without the chunk, no stream was opened.
    loadChunk().then(
      ({ closeListenStream }) => closeListenStream(this.#client, uri),
      () => {},
    )
    return {}
  }
}
