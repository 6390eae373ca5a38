// In the host page: waits for Views to report that they have their result.

/** @type {Map<unknown, () => void>} */
const pending = new Map()
let count = 0

/** Starts to listen for the reports. */
export function listenForArrivals() {
  addEventListener('message', ({ data }) => {
    pending.get(data?.has)?.()
    pending.delete(data?.has)
  })
}

/** A tool result with an id of its own, and a promise that resolves when its View has it. @param {number} [rows] Of the table that the View shows. */
export function nextResult(rows = 0) {
  const id = ++count
  /** @type {Promise<void>} */
  const arrived = new Promise((resolve) => pending.set(id, resolve))
  return {
    arrived,
    result: { content: [{ type: /** @type {const} */ ('text'), text: 'done' }], structuredContent: { id, rows } },
  }
}

/** The same View in HTML that is in no cache, neither as a document nor as compiled code. @param {string} html */
export const uncached = (html) => html.replace('<script type="module">', `$&/* ${crypto.randomUUID()} */`)
