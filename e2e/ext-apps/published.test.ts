import { spawn, type ChildProcess } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { freePort } from '../lab/free-port.mjs'
import { openStage, type Sdk, type Stage } from './stage.ts'

let stage: Stage
beforeAll(async () => {
  stage = await openStage()
})
afterAll(() => stage?.close())

/** Starts an example server that the makers of MCP Apps publish, over HTTP, and waits until it responds. */
async function startServer(name: string): Promise<{ url: string; process: ChildProcess }> {
  const program = fileURLToPath(new URL('index.js', import.meta.resolve(`@modelcontextprotocol/server-${name}`)))
  const port = await freePort()
  const child = spawn(process.execPath, [program], { env: { ...process.env, PORT: String(port) }, stdio: 'ignore' })
  const url = `http://127.0.0.1:${port}/mcp`
  await expect
    .poll(() =>
      fetch(url).then(
        () => true,
        () => false,
      ),
    )
    .toBe(true)
  return { url, process: child }
}

test.each<[string, Sdk]>([
  ['basic-vanillajs', 2],
  ['basic-react', 1],
])('the published server-%s in a host that is compiled with ours, on SDK %i', async (name, sdk) => {
  const server = await startServer(name)
  const { page, view, errors } = await stage.showTool({ from: 'ours', sdk }, server.url, 'get-time')
  try {
    await view.waitForFunction(() => /\d{4}-\d\d-\d\dT\d\d:\d\d/.test(document.body.innerText))
    expect(await page.evaluate('record.errors')).toEqual([])
    expect(errors).toEqual([])
  } finally {
    await page.close()
    server.process.kill()
  }
})
