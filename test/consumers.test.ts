import { execFileSync } from 'node:child_process'
import { mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { build } from 'esbuild'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { buildIsCurrent, npm, root } from '../scripts/setup.mjs'
import { publishedPackages } from './entries.ts'
import { writeFiles } from './temporary-folder.ts'

interface Consumer {
  readonly name: string
  /** A small program in one role. It prints something when it runs. */
  readonly code: string
  readonly prints: string
  /** Standard library of its world. */
  readonly lib: readonly string[]
  /** Folders of the library that must not be in its bundle. */
  readonly without: readonly RegExp[]
}

const consumers: readonly Consumer[] = [
  {
    name: 'a View',
    code: `
      import { App } from 'casement/view'
      const app = new App({ name: 'weather', version: '1.0.0' })
      app.ontoolresult = (result) => console.log(result.structuredContent)
      console.log(app instanceof App)`,
    prints: 'true',
    lib: ['es2023', 'dom'],
    without: [/dist\/(?!view\/|protocol\/)/, /protocol\/(schemas|policy|json-stream)\//],
  },
  {
    name: 'a host',
    code: `
      import { mintingSandbox, mountApp, type MountedApp } from 'casement/host'
      const client = { callTool: async () => ({ content: [] }) }
      export const show = (container: HTMLElement): MountedApp =>
        mountApp(container, { client, tool: { name: 'weather' }, sandbox: mintingSandbox('/casement/mint') })
      console.log(typeof show)`,
    prints: 'function',
    lib: ['es2023', 'dom'],
    // The past is there for the one View that needs it; bundlers that split make it a chunk of its own.
    without: [/dist\/(?!host\/|protocol\/|legacy\/)/, /host\/(element|react)\/|legacy\/server\//],
  },
  {
    name: 'a sandbox',
    code: `
      import { createSandboxHandler } from 'casement/sandbox'
      console.log(typeof createSandboxHandler)`,
    prints: 'function',
    lib: ['es2023', 'webworker'],
    without: [/dist\/(?!sandbox\/|protocol\/)/, /sandbox\/node\//],
  },
  {
    name: 'a server',
    code: `
      import { defineApp, registerAppTool, result, tool } from 'casement/server'
      export const app = defineApp({
        name: 'weather',
        version: '1.0.0',
        tools: { forecast: tool({ run: (_, { signal }) => result({ view: { late: signal.aborted } }) }) },
      })
      console.log(typeof registerAppTool, app.name)`,
    prints: 'function weather',
    lib: ['es2023', 'webworker'],
    without: [/dist\/(?!server\/|protocol\/)/],
  },
  {
    name: 'the protocol',
    code: `
      import { createPeer } from 'casement/protocol'
      console.log(typeof createPeer)`,
    prints: 'function',
    lib: ['es2023', 'webworker'],
    without: [/dist\/(?!protocol\/)/, /protocol\/(schemas|policy|json-stream)\//],
  },
]

// Outside the repository: nothing of ours may be found by walking up.
const home = mkdtempSync(join(tmpdir(), 'casement-consumers-'))

beforeAll(() => {
  if (!buildIsCurrent()) throw new Error('what is in dist is old: npm run build')
  for (const { folder } of publishedPackages()) runNpm(['pack', '--ignore-scripts', '--pack-destination', home], folder)
}, 120_000)

afterAll(() => rmSync(home, { recursive: true, force: true }))

describe.each(consumers)('a project with $name', ({ name, code, prints, lib, without }) => {
  const project = join(home, name.replaceAll(' ', '-'))

  beforeAll(() => {
    const options = { strict: true, noEmit: true, target: 'es2022', module: 'nodenext', lib, types: [], skipLibCheck: false }
    writeFiles(project, {
      'package.json': JSON.stringify({ name: 'consumer', private: true, type: 'module' }),
      'tsconfig.json': JSON.stringify({ compilerOptions: options, files: ['main.ts'] }),
      'main.ts': code,
    })
    const library = readdirSync(home).filter((file) => /^casement-\d.*\.tgz$/.test(file))
    const install = ['install', '--offline', '--no-audit', '--no-fund', ...library.map((file) => join('..', file))]
    runNpm(install, project)
  }, 120_000)

  test('type checks without our settings', { timeout: 120_000 }, () => {
    const tsc = join(root, 'node_modules/typescript/lib/tsc.js')
    for (const resolution of ['nodenext', 'bundler']) {
      const module = resolution === 'bundler' ? 'esnext' : 'nodenext'
      const args = [tsc, '-p', project, '--module', module, '--moduleResolution', resolution, '--pretty', 'false']
      expect(output(args)).toBe('')
    }
  })

  test('bundles with only its own role inside, and runs', { timeout: 120_000 }, async () => {
    const outfile = join(project, 'bundle.mjs')
    const { metafile } = await build({
      absWorkingDir: project,
      entryPoints: ['main.ts'],
      bundle: true,
      // What a server loads when it starts, and only then.
      external: ['node:*', '@modelcontextprotocol/*'],
      format: 'esm',
      outfile,
      metafile: true,
      logLevel: 'silent',
    })
    const inside = Object.values(metafile.outputs).flatMap(({ inputs }) =>
      Object.keys(inputs).filter((file) => inputs[file]?.bytesInOutput),
    )
    expect(inside.filter((file) => without.some((role) => role.test(file)))).toEqual([])
    expect(output([outfile])).toBe(`${prints}\n`)
  })

  test('gets nothing else installed', () => {
    const installed = readdirSync(join(project, 'node_modules')).filter((entry) => !entry.startsWith('.'))
    expect(installed).toEqual(['casement'])
  })
})

test('the tarballs hold code, types, maps, sources and papers, and no tests', () => {
  const allowed =
    /^package\/(package\.json|README\.md|LICENSE|CHANGELOG\.md|dist\/.+\.(js|js\.map|d\.ts|json|html|css|svg)|src\/.+\.tsx?|templates\/.+)$/
  for (const tarball of readdirSync(home).filter((file) => file.endsWith('.tgz'))) {
    const files = execFileSync('tar', ['-tzf', join(home, tarball)], { encoding: 'utf8' })
      .trim()
      .split('\n')
    expect(files).toEqual(expect.arrayContaining(['package/README.md', 'package/LICENSE']))
    expect(
      files.filter(
        (file) => !allowed.test(file) || /(src|dist)\/.*(\.(test|test-d|browser|examples)\.|test-support|tsbuildinfo)/.test(file),
      ),
    ).toEqual([])
  }
})

function runNpm(args: string[], folder: string): void {
  const { status, stderr } = npm(args, folder)
  if (status !== 0) throw new Error(`npm ${args[0]} failed: ${stderr}`)
}

/** What a program prints; where it fails, what it complained about. */
function output(args: string[]): string {
  try {
    return execFileSync(process.execPath, args, { encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'] })
  } catch (error) {
    const { stdout, stderr } = error as { stdout: string; stderr: string }
    return stdout + stderr
  }
}
