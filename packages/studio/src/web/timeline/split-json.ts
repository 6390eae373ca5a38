/** The kind of a token of JSON text. */
export type JsonPiece = 'key' | 'string' | 'number' | 'word' | 'rest'

const PIECES = /("(?:[^"\\]|\\.)*")(\s*:)?|(-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?)|\b(true|false|null)\b/g

/** JSON text in pieces for highlighting. Their concatenation is always the text. */
export function splitJson(text: string): readonly (readonly [kind: JsonPiece, piece: string])[] {
  const pieces: [JsonPiece, string][] = []
  let end = 0
  const add = (kind: JsonPiece, piece: string): void => void (piece !== '' && pieces.push([kind, piece]))
  for (const { 0: all, 1: quoted, 2: colon, 3: number, index } of text.matchAll(PIECES)) {
    add('rest', text.slice(end, index))
    end = index + all.length
    if (quoted !== undefined) add(colon === undefined ? 'string' : 'key', quoted)
    else add(number === undefined ? 'word' : 'number', all)
    if (quoted !== undefined) add('rest', colon ?? '')
  }
  add('rest', text.slice(end))
  return pieces
}
