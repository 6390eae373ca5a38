// Builds the chat: its page and its View by Vite, its programs by esbuild.
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { build as bundle } from 'esbuild'
import { build } from 'vite'

const folder = fileURLToPath(new URL('.', import.meta.url))

export async function buildChat() {
  for (const part of ['page', 'packing-list']) {
    const root = join(folder, part)
    await build({ root, configFile: join(root, 'vite.config.ts'), logLevel: 'warn' })
  }
  await bundle({
    entryPoints: { chat: join(folder, 'chat.ts'), 'packing-list/server': join(folder, 'packing-list/server.ts') },
    outdir: join(folder, 'dist'),
    bundle: true,
    packages: 'external',
    format: 'esm',
    platform: 'node',
    target: 'node20',
    logLevel: 'warning',
  })
}
