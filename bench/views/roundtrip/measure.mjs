// Inside the View: sends rows to the host and back, and takes the time.

/** @typedef {{ id: number, name: string, value: number, tags: string[] }} Row */
/** @typedef {(rows: Row[]) => Promise<Row[]>} Trip */

/**
 * About as many bytes of JSON as asked for, in rows of a table, as tools return them.
 * @param {number} bytes
 * @returns {Row[]}
 */
const makeRows = (bytes) =>
  Array.from({ length: Math.max(1, Math.round(bytes / 100)) }, (_, id) => ({
    id,
    name: `Row number ${id} of the table`,
    value: id * 1.5,
    tags: ['red', 'green', 'blue'],
  }))

/**
 * Publishes `measure(bytes, inFlight, count)`, which makes `count` round trips and returns how many fit in a second. The first fifth
 * of them is not timed: it brings a page that was idle back to speed.
 * @param {Trip} trip
 */
export function offerMeasure(trip) {
  /** @param {Row[]} rows @param {number} inFlight @param {number} count */
  const travel = async (rows, inFlight, count) => {
    let left = count
    const start = performance.now()
    const lane = async () => {
      while (left-- > 0) {
        const back = await trip(rows)
        if (back.length !== rows.length || back.at(-1)?.id !== rows.at(-1)?.id) throw new Error('the rows came back changed')
      }
    }
    await Promise.all(Array.from({ length: inFlight }, lane))
    return (count * 1000) / (performance.now() - start)
  }
  Object.assign(window, {
    async measure(/** @type {number} */ bytes, /** @type {number} */ inFlight, /** @type {number} */ count) {
      const rows = makeRows(bytes)
      const untimed = Math.floor(count / 5)
      await travel(rows, inFlight, untimed)
      return travel(rows, inFlight, count - untimed)
    },
  })
}
