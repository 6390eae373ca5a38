import { existsSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { buildPackages } from '../scripts/build-packages.mjs'
import { ensureDependencies, npm } from '../scripts/setup.mjs'
import { temporaryFolder, writeFiles } from './temporary-folder.ts'

const world = JSON.stringify({
  compilerOptions: {
    composite: true,
    rootDir: '.',
    outDir: '../dist',
    tsBuildInfoFile: '../dist/tsconfig.tsbuildinfo',
    types: [],
  },
  include: ['*.ts'],
})

function somePackage(more: Record<string, string> = {}): string {
  return temporaryFolder({
    'package.json': JSON.stringify({ name: 'some-package', type: 'module' }),
    'tsconfig.json': JSON.stringify({ files: [], references: [{ path: './src' }] }),
    'src/tsconfig.json': world,
    'src/kept.ts': 'export const kept = 1\n',
    'src/dropped.ts': 'export const dropped = 1\n',
    ...more,
  })
}

test('dependencies are installed once, and again only when one is missing', () => {
  const folder = temporaryFolder({
    'package.json': JSON.stringify({ name: 'fresh-clone', private: true, workspaces: ['part'] }),
    'part/package.json': JSON.stringify({ name: 'part', version: '1.0.0' }),
  })
  expect(npm(['install', '--package-lock-only', '--offline', '--no-audit', '--no-fund'], folder)).toMatchObject({ status: 0 })
  const lines: string[] = []
  const ensure = () => ensureDependencies((line) => lines.push(line.replace(/[\d.]+ s$/, 'T')), folder)
  ensure()
  ensure()
  rmSync(join(folder, 'node_modules/part'))
  ensure()
  const installed = 'dependencies: installed with npm ci in T'
  expect(lines).toEqual([installed, 'dependencies: up to date', installed])
})

test('a failed install says what npm said', () => {
  const folder = temporaryFolder({
    'package.json': '{"dependencies":{"a":"1.0.0"}}',
    'package-lock.json': '{"lockfileVersion":3,"packages":{}}',
  })
  expect(() => ensureDependencies(() => {}, folder)).toThrow(/npm ci failed[^]*in sync/)
})

test('what no longer has a source leaves dist, and what is missing comes back', async () => {
  const folder = somePackage()
  const dist = (file: string) => existsSync(join(folder, 'dist', file))
  await buildPackages([folder])
  expect([dist('kept.js'), dist('dropped.js'), dist('dropped.d.ts')]).toEqual([true, true, true])

  rmSync(join(folder, 'src/dropped.ts'))
  rmSync(join(folder, 'dist/kept.js'))
  await buildPackages([folder])
  expect([dist('kept.js'), dist('dropped.js'), dist('dropped.d.ts')]).toEqual([true, false, false])
})

test('assets are built after the code, and only those a package names stay', async () => {
  const folder = somePackage({
    'scripts/build-assets.mjs': `
      import { writeFile } from 'node:fs/promises'
      export async function buildAssets() {
        const { kept } = await import('../dist/kept.js')
        await writeFile(new URL('../dist/asset.json', import.meta.url), JSON.stringify({ kept }))
        return ['dist/asset.json']
      }`,
  })
  writeFiles(folder, { 'dist/left-over.json': '{}' })
  expect(await buildPackages([folder])).toContain(join(folder, 'dist/asset.json'))
  expect([existsSync(join(folder, 'dist/asset.json')), existsSync(join(folder, 'dist/left-over.json'))]).toEqual([true, false])
})

test('a type error fails the build with file and reason', async () => {
  const folder = somePackage({ 'src/wrong.ts': 'export const wrong: string = 1\n' })
  await expect(buildPackages([folder])).rejects.toThrow(/build: FAILED[^]*wrong\.ts[^]*not assignable/)
})
