// In the host page: hears from each View that it has its result.

/** @type {Map<unknown, () => void>} */
const waiting = new Map()
let count = 0

/** Begins to hear. */
export function hearArrivals() {
  addEventListener('message', ({ data }) => {
    waiting.get(data?.has)?.()
    waiting.delete(data?.has)
  })
}

/** A tool result that is unlike all others, and the moment when its View has it. */
export function nextResult() {
  const id = ++count
  /** @type {Promise<void>} */
  const arrived = new Promise((resolve) => waiting.set(id, resolve))
  return { arrived, result: { content: [{ type: /** @type {const} */ ('text'), text: 'done' }], structuredContent: { id } } }
}

/** The same View in HTML that no cache has seen, neither as a document nor as a script. @param {string} html */
export const unseen = (html) => html.replace('<script>', `<script>/* ${crypto.randomUUID()} */`)
