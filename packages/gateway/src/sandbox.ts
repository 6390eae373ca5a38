import { createSandboxHandler, memoryStore, type DocumentStore, type SandboxHandler } from 'casement/sandbox'
import type { Names } from './security/names.ts'
import type { Store } from './store/store.ts'

/** The sandbox origins of a gateway. */
export interface GatewaySandbox extends SandboxHandler {
  /** Admits Views with the looser policy of the reference host, for users who select that host. */
  readonly lenient: SandboxHandler
}

/** Opens the sandbox origins of this gateway. A View is shown with the policy that it was admitted with, and no other. */
export function createSandbox(names: Names, secret: string, store: Store): GatewaySandbox {
  const options = {
    secret,
    domain: names.sandboxDomain,
    protocol: names.protocol,
    hostOrigins: names.pageOrigins,
    store: store.kind === 'server' ? sharedDocuments(store) : memoryStore(),
  }
  const strict = createSandboxHandler(options)
  const lenient = createSandboxHandler({ ...options, policy: { preset: 'compat' } })
  return {
    ...strict,
    lenient,
    async fetch(request) {
      const answer = await strict.fetch(request)
      // The policy is part of the signature, so each sandbox refuses Views of the other one.
      const isOther = answer.status === 403 && new URL(request.url).pathname.startsWith('/view/')
      return isOther ? lenient.fetch(request) : answer
    },
  }
}

/** Documents that any node can serve: from memory on the admitting node, from the database on others. */
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
