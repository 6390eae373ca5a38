import { spawnSync } from 'node:child_process'
import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { root } from '../scripts/setup.mjs'

let bin: string

beforeEach(() => {
  bin = mkdtempSync(join(tmpdir(), 'casement-bin-'))
  program('sudo', 'shift; exec "$@"')
})

afterEach(() => rmSync(bin, { recursive: true }))

function program(name: string, script: string): void {
  writeFileSync(join(bin, name), `#!/bin/sh\n${script}\n`)
  chmodSync(join(bin, name), 0o755)
}

/** Looks for a browser where only our own programs are on the path. */
function ensure(env: Record<string, string> = {}) {
  const script = `import { ensureChromium } from './scripts/browser.mjs'; ensureChromium(console.log)`
  return spawnSync(process.execPath, ['--input-type=module', '-e', script], {
    cwd: root,
    encoding: 'utf8',
    env: { PATH: bin, ...env },
  })
}

describe.runIf(process.platform === 'linux')('finding a browser', () => {
  test('takes the one that is there, in one line, and asks nobody to install anything', () => {
    program('chromium', 'echo Chromium 1.2.3')
    program('apt-get', 'exit 9')
    expect(ensure().stdout).toBe(`browser: Chromium 1.2.3 (${bin}/chromium)\n`)
  })

  test('the environment goes before what is on the path', () => {
    program('chromium', 'echo Chromium 1.2.3')
    program('mine', 'echo Mine 4')
    expect(ensure({ CASEMENT_CHROMIUM: join(bin, 'mine') }).stdout).toBe(`browser: Mine 4 (${bin}/mine)\n`)
  })

  test('a browser that the environment names and nobody can run is an error that says so', () => {
    const { status, stderr } = ensure({ CASEMENT_CHROMIUM: '/nowhere/chrome' })
    expect(status).not.toBe(0)
    expect(stderr).toContain('/nowhere/chrome cannot be run')
  })

  test('installs one with the package manager when there is none', () => {
    const installed = join(bin, 'chromium')
    program(
      'apt-get',
      `[ "$1" = update ] && exit 0; echo "#!/bin/sh\necho Chromium 5" > ${installed}; /bin/chmod +x ${installed}`,
    )
    expect(ensure().stdout).toBe('browser: none was found, installed Chromium 5 with apt-get\n')
  })

  test('says what the package manager said when it could not', () => {
    program('apt-get', 'echo "no network here" >&2; exit 100')
    const { status, stderr } = ensure()
    expect(status).not.toBe(0)
    expect(stderr).toContain('CASEMENT_CHROMIUM=/path/to/chrome')
    expect(stderr).toContain('no network here')
  })
})
