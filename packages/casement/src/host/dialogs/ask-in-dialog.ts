import type { ConsentAnswer, ConsentRequest } from '../gate/consent.ts'
import { decisions } from '../late-decisions.ts'

/** What the ready-made dialogs can be told. */
export interface DialogOptions {
  readonly theme?: () => 'light' | 'dark'
  /** Whether the box that keeps an answer is offered. Default true. */
  readonly remember?: boolean
}

/**
 * Asks for consent in a native dialog, which is fetched with the first question. For `gate.consent.ask`; a host with dialogs of its
 * own passes another function.
 */
export function askInDialog(options: DialogOptions = {}): (request: ConsentRequest) => Promise<ConsentAnswer> {
  return async (request) => {
    const { askForConsent } = await decisions.load()
    return askForConsent(request, options)
  }
}
