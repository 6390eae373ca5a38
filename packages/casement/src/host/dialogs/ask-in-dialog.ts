import type { ConsentAnswer, ConsentRequest } from '../gate/consent.ts'
import { loadChunk } from '../lazy.ts'

/** Options of the built-in consent dialogs. */
export interface DialogOptions {
  readonly theme?: () => 'light' | 'dark'
  /** Whether the user can have the answer remembered. Default true. */
  readonly remember?: boolean
}

/** Asks for consent in a native dialog, loaded on first use. For `gate.consent.ask`; a host with its own dialogs passes another function. */
export function askInDialog(options: DialogOptions = {}): (request: ConsentRequest) => Promise<ConsentAnswer> {
  return async (request) => {
    const { askForConsent } = await loadChunk()
    return askForConsent(request, options)
  }
}
