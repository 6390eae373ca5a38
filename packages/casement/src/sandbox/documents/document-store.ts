import type { McpUiResourceCsp, McpUiResourcePermissions } from '../../protocol/schemas/index.ts'

/** A View's document, stored from minting its ticket until it is served. Plain JSON, so that any store can hold it. */
export interface StoredDocument {
  readonly html: string
  readonly csp?: McpUiResourceCsp | undefined
  readonly permissions?: McpUiResourcePermissions | undefined
}

/** Stores documents until the browser requests them. Nodes behind one address share a store. Its content is verified when served. */
export interface DocumentStore {
  get(key: string): Promise<StoredDocument | undefined> | StoredDocument | undefined
  put(key: string, document: StoredDocument): Promise<void> | void
}

const DEFAULT_MAX_CHARS = 64 * 1024 * 1024

/** Stores documents in memory, up to a number of characters. Beyond that, the least recently used are removed. */
export function memoryStore(maxChars: number = DEFAULT_MAX_CHARS): DocumentStore {
  const documents = new Map<string, StoredDocument>()
  let size = 0
  const remove = (key: string): void => {
    size -= documents.get(key)?.html.length ?? 0
    documents.delete(key)
  }
  return {
    get(key) {
      const document = documents.get(key)
      if (!document) return undefined
      // A Map keeps insertion order, so this makes it the most recent.
      documents.delete(key)
      documents.set(key, document)
      return document
    },
    put(key, document) {
      remove(key)
      documents.set(key, document)
      size += document.html.length
      for (const oldest of documents.keys()) {
        if (size <= maxChars || oldest === key) return
        remove(oldest)
      }
    },
  }
}
