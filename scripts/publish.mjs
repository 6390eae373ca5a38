// npm run release:publish: builds what changed, and publishes every public package whose version the registry lacks.
import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { ensureExamples } from './build-examples.mjs'
import { completeManifests, repositoryUrl } from './published-manifests.mjs'
import { runScript } from './run-script.mjs'
import { ensureBuild, ensureDependencies, root } from './setup.mjs'

await runScript(async () => {
  const repository = repositoryUrl(root)
  ensureDependencies()
  await ensureBuild()
  // The Studio is packed with them.
  await ensureExamples()
  const restore = completeManifests(root, repository)
  try {
    const changesets = join(root, 'node_modules/@changesets/cli/bin.js')
    const { status } = spawnSync(process.execPath, [changesets, 'publish'], { cwd: root, stdio: 'inherit' })
    process.exitCode = status ?? 1
  } finally {
    restore()
  }
})
