import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { completeManifest, publicPackages, repositoryUrl, webAddress } from '../scripts/published-manifests.mjs'
import { root } from '../scripts/setup.mjs'

const packages = publicPackages(root)
const versions = new Set(packages.map(({ manifest }) => manifest.version))

test('all packages have the same version', () => {
  expect(packages.length).toBeGreaterThan(10)
  expect([...versions]).toEqual([expect.stringMatching(/^\d+\.\d+\.\d+$/)])
})

describe.each(packages)('$manifest.name', ({ folder, manifest }) => {
  const changelog = readFileSync(join(folder, 'CHANGELOG.md'), 'utf8')

  test('has everything that its page in a registry shows', () => {
    expect(manifest).toMatchObject({
      description: expect.stringMatching(/^.{20,160}$/) as string,
      license: 'Apache-2.0',
      type: 'module',
      engines: { node: '>=20.19' },
      files: expect.arrayContaining(['CHANGELOG.md']) as string[],
    })
    expect(['README.md', 'LICENSE'].filter((file) => !existsSync(join(folder, file)))).toEqual([])
  })

  test('requires the other packages in the version they are published with', () => {
    const required = Object.entries((manifest['dependencies'] ?? {}) as Record<string, string>)
    const ours = required.filter(([name]) => packages.some((each) => each.manifest.name === name))
    expect(ours.filter(([, version]) => version !== manifest.version)).toEqual([])
  })

  test('has a changelog for readers, with its version first', () => {
    const [title, first = ''] = changelog.split(/^#{1,2} /m).slice(1)
    expect(title?.trim()).toBe(manifest.name)
    expect(first.split('\n')[0]).toBe(manifest.version)
    // A summary before the first list.
    expect(first.split('\n').find((line, index) => index > 0 && line !== '')).toMatch(/^[A-Z][^#]+[.:]$/)
    expect(first).toMatch(/^### (Added|Changed|Fixed|Removed|Security)/m)
    // The headings that changesets writes, and the commits that it would name.
    expect(changelog).not.toMatch(/^### (Major|Minor|Patch) Changes$|\b[0-9a-f]{7,40}:/m)
  })
})

test.each([
  ['git@git.example.com:owner/name.git', 'https://git.example.com/owner/name'],
  ['https://git.example.com/owner/name', 'https://git.example.com/owner/name'],
  ['https://user@git.example.com/owner/name.git/', 'https://git.example.com/owner/name'],
  ['ssh://git@git.example.com:22/owner/name.git', 'https://git.example.com/owner/name'],
  ['/srv/git/name', undefined],
  ['file:///srv/git/name.git', undefined],
  ['', undefined],
])('the web address of the remote %j is %s', (remote, address) => expect(webAddress(remote)).toBe(address))

test('a published manifest has the URLs of the repository, which provenance requires', () => {
  const repository = repositoryUrl(root, { GITHUB_SERVER_URL: 'https://git.example.com', GITHUB_REPOSITORY: 'owner/name' })
  expect(completeManifest({ name: 'a', version: '1.0.0' }, repository, 'packages/a')).toEqual({
    name: 'a',
    version: '1.0.0',
    homepage: 'https://git.example.com/owner/name/tree/main/packages/a#readme',
    bugs: 'https://git.example.com/owner/name/issues',
    repository: { type: 'git', url: 'git+https://git.example.com/owner/name.git', directory: 'packages/a' },
  })
})
