// npm run build
import { ensureExamples } from './build-examples.mjs'
import { runScript } from './run-script.mjs'
import { ensureBuild, ensureDependencies } from './setup.mjs'

await runScript(async () => {
  ensureDependencies()
  await ensureBuild()
  await ensureExamples()
})
