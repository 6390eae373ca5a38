import type { ConsentLevel, ConsentStore } from './consent.ts'

const keyOf = (app: string, kind: string): string => JSON.stringify([app, kind])

/** A store that forgets when the page does. */
export function memoryConsent(): ConsentStore {
  const answers = new Map<string, ConsentLevel>()
  return {
    get: (app, kind) => answers.get(keyOf(app, kind)),
    set: (app, kind, level) => void answers.set(keyOf(app, kind), level),
  }
}
