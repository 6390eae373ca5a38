/**
 * A fault that is caused for real.
 * @typedef {object} Fault
 * @property {string} name
 * @property {string} about what happens
 * @property {boolean} [needsRoot] it mounts a disk
 * @property {{ full: number, short: number }} rounds how often; 0 leaves it out
 * @property {(report: Report) => Promise<void>} round
 */

/**
 * The outcome of the rounds of a fault.
 * @typedef {ReturnType<typeof createReport>} Report
 */

/** Collects the findings of a fault's rounds. */
export function createReport() {
  let acknowledged = 0
  let lost = 0
  let outage = 0
  /** @type {string[]} */
  const problems = []
  /** @type {string[]} */
  const reasons = []
  return {
    /** @param {number} count @param {readonly string[]} missing */
    acknowledge(count, missing) {
      acknowledged += count
      lost += missing.length
      if (missing.length > 0) problems.push(`lost ${missing.length}: ${missing.slice(0, 5).join(', ')}`)
    },
    /** @param {number} milliseconds */
    outage(milliseconds) {
      outage = Math.max(outage, milliseconds)
    },
    /** @param {string} how */
    informed(how) {
      reasons.push(how)
    },
    /** @param {boolean} isMet @param {string} what */
    expect(isMet, what) {
      if (!isMet) problems.push(what)
    },
    /** @param {{ hung: number, slowest: number }} writers */
    bounded({ hung, slowest }) {
      if (hung > 0) problems.push(`${hung} requests hung (the slowest took ${slowest} ms)`)
    },
    /** @param {unknown} error */
    fail(error) {
      problems.push(error instanceof Error ? error.message : String(error))
    },
    get acknowledged() {
      return acknowledged
    },
    get lost() {
      return lost
    },
    get longestOutage() {
      return outage
    },
    get reason() {
      return reasons[0] ?? ''
    },
    problems,
  }
}

/**
 * Runs a fault's rounds.
 * @param {Fault} fault
 * @param {number} rounds
 */
export async function runFault(fault, rounds) {
  const report = createReport()
  for (let round = 0; round < rounds; round++) {
    try {
      await fault.round(report)
    } catch (error) {
      report.fail(error)
    }
  }
  return report
}
