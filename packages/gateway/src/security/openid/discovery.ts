import { backOff } from '../../connections/back-off.ts'
import type { Log } from '../../observability/log.ts'
import type { OidcAuth } from '../auth.ts'
import type { Provider, ProviderReturn } from './provider.ts'

/** The identity provider of a gateway, which may be unreachable for a while. */
export interface Discovery {
  /** The provider; rejects with `ProviderUnavailable` when it does not respond. The next call tries again. */
  provider(): Promise<Provider>
  close(): void
}

/** The identity provider cannot be used now. */
export class ProviderUnavailable extends Error {}

/** Finds the identity provider in the background and retries until it responds, so that the first user does not wait for it. */
export function discoverInBackground(auth: OidcAuth, addresses: ProviderReturn, log: Log): Discovery {
  let found: Promise<Provider> | undefined
  let timer: NodeJS.Timeout | undefined
  let isClosed = false
  const discover = async (): Promise<Provider> => {
    try {
      // Loaded here: most gateways have no identity provider.
      const { discoverProvider } = await import('./provider.ts')
      return await discoverProvider(auth, addresses)
    } catch (error) {
      found = undefined
      log({ level: 'warn', event: 'provider-unavailable', provider: auth.issuer, reason: reasonOf(error) })
      throw new ProviderUnavailable(`The identity provider ${auth.issuer} cannot be used.`, { cause: error })
    }
  }
  const provider = (): Promise<Provider> => (found ??= discover())
  const attempt = async (count: number): Promise<void> => {
    try {
      await provider()
    } catch {
      if (isClosed) return
      timer = setTimeout(() => void attempt(count + 1), backOff(count))
      timer.unref()
    }
  }
  void attempt(1)
  return {
    provider,
    close() {
      isClosed = true
      clearTimeout(timer)
    },
  }
}

/** The event in one line; the cause names the address or the claim. */
export function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  return error.cause instanceof Error ? `${error.message}: ${error.cause.message}` : error.message
}
