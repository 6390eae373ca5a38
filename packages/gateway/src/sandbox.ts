import { createSandboxHandler, memoryStore, type DocumentStore, type SandboxHandler } from 'casement/sandbox'
import type { Names } from './security/names.ts'
import type { Store } from './store/store.ts'

/** The sandbox origins of this gateway. */
export function createSandbox(names: Names, secret: string, store: Store): SandboxHandler {
  return createSandboxHandler({
    secret,
    domain: names.sandboxDomain,
    protocol: names.protocol,
    hostOrigins: names.pageOrigins,
    store: store.kind === 'server' ? sharedDocuments(store) : memoryStore(),
  })
}

/** Documents that another node may be asked for: in memory where they were admitted, in the database for the others. */
function sharedDocuments(store: Store): DocumentStore {
  const near = memoryStore()
  return {
    async get(key) {
      const found = (await near.get(key)) ?? (await store.findDocument(key))
      if (found) await near.put(key, found)
      return found
    },
    async put(key, document) {
      await store.keepDocument(key, document)
      await near.put(key, document)
    },
  }
}
