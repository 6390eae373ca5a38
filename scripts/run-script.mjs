/**
 * Runs a script's work; an error is printed as a sentence, without a stack trace.
 * @param {() => void | Promise<void>} work
 */
export async function runScript(work) {
  try {
    await work()
  } catch (error) {
    console.error(error instanceof Error ? error.message : error)
    process.exitCode = 1
  }
}
