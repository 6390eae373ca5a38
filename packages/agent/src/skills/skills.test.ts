import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { runCommand } from '../run-command.ts'
import { listSkills } from './skills.ts'

let home: string
beforeEach(() => void (home = mkdtempSync(join(tmpdir(), 'casement-skills-'))))
afterEach(() => rmSync(home, { recursive: true, force: true }))

async function run(...argv: string[]) {
  const said = { out: '', err: '' }
  const code = await runCommand(['skills', ...argv], {
    out: (text) => void (said.out += `${text}\n`),
    err: (text) => void (said.err += `${text}\n`),
    environment: {},
  })
  return { code, ...said }
}

const skills = listSkills()

test('there are five skills', () => {
  expect(skills.map(({ name }) => name)).toEqual([
    'add-a-view-to-a-server',
    'debug-a-view',
    'host-views',
    'migrate-from-ext-apps',
    'write-a-view',
  ])
})

test.each(skills)('$name has the front matter that agents read, and is short', ({ name, description, text }) => {
  expect(text).toMatch(new RegExp(`^---\\nname: ${name}\\ndescription: [^\\n]+\\n---\\n`))
  expect([description.length > 40, description.length < 300, text.split('\n').length < 100]).toEqual([true, true, true])
})

test('installs them, leaves changed ones alone, and overwrites them with --force', async () => {
  expect(await run()).toMatchObject({
    code: 0,
    err: '',
    out: expect.stringContaining('write-a-view\n  Write or change a View') as string,
  })
  expect(await run('--dir', home)).toMatchObject({ code: 0, out: expect.stringContaining('SKILL.md: written') as string })
  const file = join(home, 'debug-a-view/SKILL.md')
  writeFileSync(file, 'mine')
  expect(await run('--dir', home)).toMatchObject({ code: 1, err: expect.stringContaining(`${file} was changed`) as string })
  expect(readFileSync(file, 'utf8')).toBe('mine')
  expect(await run('--dir', home, '--force')).toMatchObject({ code: 0, err: '' })
  expect(readFileSync(file, 'utf8')).toContain('# Debug a View')
  expect(await run('--folder', home)).toMatchObject({ code: 2, err: expect.stringContaining('--folder') as string })
})
