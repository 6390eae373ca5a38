/** Numbers from 0 up to 1 that are the same for the same seed, in every engine (mulberry32 over an FNV-1a hash of the seed). */
export function seededRandom(seed: string | number): () => number {
  let state = 0x811c9dc5
  for (const character of String(seed)) state = Math.imul(state ^ character.charCodeAt(0), 0x01000193)
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
}
