// Format characters (zero-width, bidirectional, tags), line separators and whatever has no picture of its own.
const INVISIBLE = /[\p{Cf}\p{Cc}\p{Co}\p{Cn}\p{Zl}\p{Zp}\u00a0\u2000-\u200a\u3000\u3164\uffa0\u115f\u1160]/gu

/** JSON in which invisible and bidirectional characters are escaped. It parses to the same value. */
export function visibleJson(value: unknown): string {
  const lines = JSON.stringify(value, null, 2).split('\n')
  return lines.map((line) => line.replace(INVISIBLE, escape)).join('\n')
}

const escape = (character: string): string =>
  Array.from({ length: character.length }, (_, index) => `\\u${character.charCodeAt(index).toString(16).padStart(4, '0')}`).join(
    '',
  )
