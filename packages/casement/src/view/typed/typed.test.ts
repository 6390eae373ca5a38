import { expect, test } from 'vitest'
import { bundle } from '../../../../../test/entries.ts'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { temporaryFolder } from '../../../../../test/temporary-folder.ts'

test('nothing of the server is in the bundle of a View that knows its type', async () => {
  const folder = temporaryFolder()
  const server = join(folder, 'weather.ts')
  writeFileSync(
    server,
    `import { readFileSync } from 'node:fs'
    import { defineApp, tool } from 'casement/server'
    export const weatherApp = defineApp({ name: 'weather', version: '1.0.0', tools: { forecast: tool({ run: () => readFileSync('secret', 'utf8') }) } })`,
  )
  const { metafile, outputFiles } = await bundle(`
    import { connect } from 'casement/view/typed'
    import type { weatherApp } from ${JSON.stringify(server)}
    const view = await connect<typeof weatherApp>()
    await view.call('forecast', {})`)
  const inside = Object.keys(metafile.inputs)
  expect(inside.filter((file) => /\/server\/|weather\.ts|@modelcontextprotocol|node:/.test(file))).toEqual([])
  expect(inside.some((file) => file.endsWith('view/typed/connect.ts'))).toBe(true)
  expect(outputFiles[0]?.text).not.toMatch(/node:fs|secret|defineApp/)
})
