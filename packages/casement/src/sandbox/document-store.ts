import type { McpUiResourceCsp, McpUiResourcePermissions } from '../protocol/schemas/index.ts'

/** What is kept between minting a ticket and serving its View. Plain JSON, so that a store can be anything. */
export interface StoredDocument {
  readonly html: string
  readonly csp?: McpUiResourceCsp | undefined
  readonly permissions?: McpUiResourcePermissions | undefined
}

/** Where documents wait for the browser. Several nodes behind one address share one; its content is checked on the way out. */
export interface DocumentStore {
  get(key: string): Promise<StoredDocument | undefined> | StoredDocument | undefined
  put(key: string, document: StoredDocument): Promise<void> | void
}

const DEFAULT_BYTES = 64 * 1024 * 1024

/** Keeps documents in memory up to a number of characters, and forgets the one that was not asked for the longest. */
export function memoryStore(limit: number = DEFAULT_BYTES): DocumentStore {
  const kept = new Map<string, StoredDocument>()
  let size = 0
  const forget = (key: string): void => {
    size -= kept.get(key)?.html.length ?? 0
    kept.delete(key)
  }
  return {
    get(key) {
      const document = kept.get(key)
      if (!document) return undefined
      // A Map keeps insertion order: taken out and put back, it is the youngest.
      kept.delete(key)
      kept.set(key, document)
      return document
    },
    put(key, document) {
      forget(key)
      kept.set(key, document)
      size += document.html.length
      for (const oldest of kept.keys()) {
        if (size <= limit || oldest === key) return
        forget(oldest)
      }
    },
  }
}
