// npm start: installs and builds what is missing, then runs the `casement` command of this repository. Arguments go to it:
// npm start -- --port 0 --json
import { ensureExamples } from './build-examples.mjs'
import { runScript } from './run-script.mjs'
import { ensureBuild, ensureDependencies, say } from './setup.mjs'

const args = process.argv.slice(2)
// The lines on standard output are for scripts then.
const tell = args.includes('--json') ? () => {} : say

await runScript(async () => {
  ensureDependencies(tell)
  await ensureBuild(tell)
  await ensureExamples(tell)
  const { runCommand } = await import('../packages/studio/dist/command/index.js')
  process.exitCode = await runCommand(args)
})
