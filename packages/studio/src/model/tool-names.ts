import { createHash } from 'node:crypto'

/** Tool names that every provider accepts. */
export interface ToolNames {
  /** The name for the provider. */
  encode(name: string): string
  /** The original name; the same name if it was not encoded. */
  decode(encoded: string): string
}

const TAKEN_BY_ALL = /^[a-zA-Z0-9_-]{1,64}$/
const MAX_LENGTH = 64

/** Names tools for a provider: as they are where that is allowed. */
export function createToolNames(names: readonly string[]): ToolNames {
  const byName = new Map<string, string>()
  const byEncoded = new Map<string, string>()
  const add = (name: string, encoded: string): void => {
    byName.set(name, encoded)
    byEncoded.set(encoded, name)
  }
  // Those that can keep their names come first, so that no translation takes one away.
  for (const name of names) if (TAKEN_BY_ALL.test(name)) add(name, name)
  for (const name of names) if (!byName.has(name)) add(name, translate(name))
  return {
    encode: (name) => byName.get(name) ?? (TAKEN_BY_ALL.test(name) ? name : translate(name)),
    decode: (encoded) => byEncoded.get(encoded) ?? encoded,
  }
}

/** Readable, and never the same for two names. */
function translate(name: string): string {
  const digest = createHash('sha256').update(name).digest('hex').slice(0, 8)
  const readable = name.replaceAll(/[^a-zA-Z0-9_-]+/g, '_').slice(0, MAX_LENGTH - digest.length - 1)
  return `${readable}_${digest}`
}
