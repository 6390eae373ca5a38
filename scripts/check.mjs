// npm run check
import { runScript } from './run-script.mjs'
import { ensureBuild, ensureDependencies } from './setup.mjs'

await runScript(async () => {
  ensureDependencies()
  await ensureBuild()
  const { runChecks } = await import('./checks.mjs')
  if ((await runChecks()) > 0) process.exitCode = 1
})
