/**
 * Runs a script's work; what goes wrong is told as a sentence, not as a stack.
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
