import type { McpClientLike } from './client.ts'

const counts = new WeakMap<McpClientLike, Map<string, number>>()

/** The resource subscriptions of one View. Views share a client, so subscriptions are counted per client. */
export class Subscriptions {
  readonly #client: McpClientLike
  readonly #shared: Map<string, number>
  readonly #own = new Set<string>()
  #isClosed = false

  constructor(client: McpClientLike) {
    this.#client = client
    this.#shared = counts.get(client) ?? new Map()
    counts.set(client, this.#shared)
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

  /** Returns true when no other View is subscribed either, so that the server has to be told. */
  remove(uri: string): boolean {
    if (!this.#own.delete(uri)) return false
    const left = (this.#shared.get(uri) ?? 1) - 1
    if (left > 0) this.#shared.set(uri, left)
    else this.#shared.delete(uri)
    return left === 0
  }

  /** Ends all subscriptions. Nobody waits for the server's response. */
  close(): void {
    this.#isClosed = true
    for (const uri of this.#own) this.#release(uri)
  }

  #release(uri: string): void {
    if (this.remove(uri)) this.#client.unsubscribeResource?.({ uri }).catch(() => {})
  }
}
