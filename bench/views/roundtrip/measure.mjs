// Inside the View: sends rows to the host and back for a while, and counts.

/** @typedef {{ id: number, name: string, value: number, tags: string[] }} Row */
/** @typedef {(rows: Row[]) => Promise<Row[]>} Trip */

/**
 * About as many bytes of JSON as asked for, in rows of a table: what tools really return.
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
 * Publishes `measure(bytes, inFlight, ms)`: round trips per second, at least one for each that may be in flight.
 * @param {Trip} trip
 */
export function offerMeasure(trip) {
  Object.assign(window, {
    async measure(/** @type {number} */ bytes, /** @type {number} */ inFlight, /** @type {number} */ ms) {
      const rows = makeRows(bytes)
      let trips = 0
      const start = performance.now()
      const travel = async () => {
        do {
          const back = await trip(rows)
          if (back.length !== rows.length || back.at(-1)?.id !== rows.at(-1)?.id) throw new Error('the rows came back changed')
          trips++
        } while (performance.now() - start < ms)
      }
      await Promise.all(Array.from({ length: inFlight }, travel))
      return (trips * 1000) / (performance.now() - start)
    },
  })
}
