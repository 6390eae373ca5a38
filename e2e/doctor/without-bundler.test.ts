import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { createMcpHandler, type McpServer } from '@modelcontextprotocol/server'
import { build } from 'esbuild'
import { expect, test } from 'vitest'
import { examine } from '../../packages/doctor/src/index.ts'
import { root } from '../../scripts/setup.mjs'
import { temporaryFolder } from '../../test/temporary-folder.ts'

/** The server of docs/server.md that has registerAppTool and mcpAppScript, as a reader would copy it. */
async function documentedServer(): Promise<() => McpServer> {
  const page = readFileSync(join(root, 'docs/server.md'), 'utf8')
  const code = [...page.matchAll(/```ts\n([\s\S]*?)```/g)]
    .map(([, block = '']) => block)
    .find((block) => block.includes('mcpAppScript('))
  const outfile = join(temporaryFolder(), 'server.mjs')
  const stdin = { contents: code ?? '', resolveDir: root, loader: 'ts' } as const
  await build({ stdin, bundle: true, format: 'esm', platform: 'node', outfile, packages: 'external', logLevel: 'silent' })
  const { createServer } = (await import(pathToFileURL(outfile).href)) as { createServer: () => McpServer }
  return createServer
}

test('the doctor has nothing to report about the documented server without a bundler', async () => {
  const handler = createMcpHandler(await documentedServer())
  const report = await examine(
    { kind: 'in-process', url: 'http://localhost/mcp', fetch: (request) => handler.fetch(request) },
    { scenarios: [], timeout: 120_000 },
  )
  expect(report.findings).toEqual([])
  await handler.close()
})
