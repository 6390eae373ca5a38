// npm run build
import { runScript } from './run-script.mjs'
import { ensureBuild, ensureDependencies } from './setup.mjs'

await runScript(async () => {
  ensureDependencies()
  await ensureBuild()
})
