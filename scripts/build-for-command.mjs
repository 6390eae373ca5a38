// Imported by the commands in packages/*/bin when they run in a clone that has no build yet. Progress goes to standard error, because
// standard output belongs to the command.
import { ensureExamples } from './build-examples.mjs'
import { ensureBuild, ensureDependencies } from './setup.mjs'

const tell = (/** @type {string} */ line) => void process.stderr.write(`${line}\n`)

try {
  ensureDependencies(tell)
  await ensureBuild(tell)
  await ensureExamples(tell)
} catch (error) {
  tell(error instanceof Error ? error.message : String(error))
  tell('casement: this clone could not be built, so the command did not run. Fix the error above, then try: npm run build')
  process.exit(1)
}
