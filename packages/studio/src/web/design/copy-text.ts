import type { Studio } from '../studio.ts'

/** Copies a text, and reports a failure. */
export const copyText = (toasts: Studio['toasts'], text: string, copied: () => void): void =>
  void navigator.clipboard.writeText(text).then(copied, (error: unknown) => toasts.fail('Not copied', error))
