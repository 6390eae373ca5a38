import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { root } from '../scripts/setup.mjs'

interface Locked {
  readonly resolved?: string
  readonly optionalDependencies?: Record<string, string>
}

const { packages } = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8')) as { packages: Record<string, Locked> }

/** Where Node would find a package that another one asks for: beside it, or in a folder further up. */
function find(from: string, name: string): Locked | undefined {
  const here = packages[join(from, 'node_modules', name)]
  if (here || from === '') return here
  return find(from.includes('/node_modules/') ? from.slice(0, from.lastIndexOf('/node_modules/')) : '', name)
}

// `npm ci` refuses a lock file that lacks a platform's binary, on every platform. npm silently leaves one out when the registry
// does not have it yet, so sometimes the newest version of a tool cannot be installed cleanly.
test('the lock file names every binary of every platform, so that npm ci works everywhere', () => {
  const missing = Object.entries(packages).flatMap(([path, { optionalDependencies = {} }]) =>
    Object.keys(optionalDependencies)
      .filter((name) => !find(path, name))
      .map((name) => `${path} wants ${name}`),
  )
  expect(missing).toEqual([])
})

test('the lock file names no registry, so that everybody can use their own', () => {
  const named = Object.entries(packages).filter(([, { resolved }]) => resolved?.includes('://'))
  expect(named.map(([path]) => path)).toEqual([])
})
