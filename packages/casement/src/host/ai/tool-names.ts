const MAX_NAME_LENGTH = 64
const HASH_LENGTH = 7

/** A separator that model providers accept and that tool names rarely contain. */
const SEPARATOR = '__'

/**
 * The name of a tool for the model, with only the characters and the length that model providers accept. It depends on the name alone, so
 * that the page and the route of a chat derive the same one without talking to each other.
 */
export function modelToolName(name: string, prefix?: string): string {
  const full = prefix === undefined ? name : `${prefix}${SEPARATOR}${name}`
  const clean = full.replaceAll(/[^\w-]/g, '_')
  if (clean === full && full.length <= MAX_NAME_LENGTH) return full
  // Different names may look the same after cleaning, so the changed ones end in a hash of the original.
  return `${clean.slice(0, MAX_NAME_LENGTH - HASH_LENGTH - 1)}_${hash(full)}`
}

/** FNV-1a, as seven characters. It tells names apart and protects nothing. */
function hash(text: string): string {
  let value = 0x811c9dc5
  for (const character of text) value = Math.imul(value ^ (character.codePointAt(0) ?? 0), 0x01000193) >>> 0
  return value.toString(36).padStart(HASH_LENGTH, '0')
}
