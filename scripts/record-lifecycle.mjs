// node scripts/record-lifecycle.mjs: records the life of a View, and draws it for docs/lifecycle.md.
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { ensureExamples } from './build-examples.mjs'
import { runScript } from './run-script.mjs'
import { ensureBuild, ensureDependencies, root, say } from './setup.mjs'

await runScript(async () => {
  ensureDependencies()
  await ensureBuild()
  await ensureExamples()
  const { recordLifecycle } = await import('../site/recording/record-lifecycle.mjs')
  const { lifecycleDrawings } = await import('../site/drawing/lifecycle-drawings.mjs')
  const { readTrace } = await import('casement/testing/trace')
  const file = await recordLifecycle()
  mkdirSync(join(root, 'docs/recordings'), { recursive: true })
  writeFileSync(join(root, 'docs/recordings/lifecycle.jsonl'), file)
  for (const [name, svg] of Object.entries(lifecycleDrawings(readTrace(file)))) {
    writeFileSync(join(root, 'docs/images', name), svg)
    say(`docs/images/${name}`)
  }
})
