import { useMemo, type ReactElement } from 'react'
import { splitJson } from './split-json.ts'

const MAX_LENGTH = 200_000
// Every piece is an element
const MAX_COLOURED = 30_000

/** A value as indented JSON; a very long one is cut, because it is unreadable and slows down browsers. */
export function JsonText({ value, label }: { readonly value: unknown; readonly label: string }): ReactElement {
  const text = useMemo(() => write(value), [value])
  const isJson = typeof value !== 'string'
  return (
    // It scrolls, so it must be reachable by keys.
    <pre className="json" tabIndex={0} aria-label={label} role="region">
      {isJson && text.length <= MAX_COLOURED
        ? splitJson(text).map(([kind, piece], index) => (
            // Pieces have no names, and a text that changes is another text
            <span key={index} data-json={kind}>
              {piece}
            </span>
          ))
        : text}
    </pre>
  )
}

function write(value: unknown): string {
  try {
    const text = typeof value === 'string' ? value : (JSON.stringify(value, null, 2) ?? String(value))
    return text.length > MAX_LENGTH
      ? `${text.slice(0, MAX_LENGTH)}\n… ${(text.length - MAX_LENGTH).toLocaleString('en')} more characters`
      : text
  } catch (error) {
    return `(cannot be written as JSON: ${String(error)})`
  }
}
