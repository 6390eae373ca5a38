/** The timeout for an expected condition, in milliseconds: shorter than that of a test, so that the error names the condition. */
export const PATIENCE = 120_000

/**
 * Runs a wait, and adds to its failure what was waited for and what the console said: the driver's own words do not.
 * @param {string} expression
 * @param {string[]} errors
 * @param {() => Promise<void>} wait
 */
export async function explainWait(expression, errors, wait) {
  try {
    await wait()
  } catch (cause) {
    throw new Error(`Waited in vain for: ${expression}\nErrors in the page: ${errors.join('\n') || 'none'}`, { cause })
  }
}

/**
 * Makes an expression one that every driver carries alike: as JSON text, awaited, with nothing for undefined.
 * @param {string} expression
 */
export const asJson = (expression) => `(async () => JSON.stringify((await (${expression})) ?? null))()`
