import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createProject, runCommand, TEMPLATES } from './index.ts'

let home: string
beforeEach(() => {
  home = mkdtempSync(join(tmpdir(), 'casement-create-'))
})
afterEach(() => {
  vi.restoreAllMocks()
  rmSync(home, { recursive: true, force: true })
})

test.each(TEMPLATES)('creates a project from %s, named after its folder', async (template) => {
  const { name, files } = await createProject({ folder: join(home, 'My Weather!'), template })
  expect(name).toBe('my-weather')
  expect(files).toContain('.gitignore')
  expect(files).not.toContain('_gitignore')
  const manifest = JSON.parse(readFileSync(join(home, 'My Weather!/package.json'), 'utf8')) as { name: string }
  expect(manifest.name).toBe('my-weather')
  expect(readFileSync(join(home, 'My Weather!/src/app.ts'), 'utf8')).toContain("name: 'my-weather'")
})

test('takes an empty folder, and one with nothing but a repository', async () => {
  mkdirSync(join(home, 'app/.git'), { recursive: true })
  expect(await createProject({ folder: join(home, 'app') })).toMatchObject({ template: 'vanilla', name: 'app' })
})

test('leaves a folder alone that has something in it', async () => {
  writeFileSync(join(home, 'thesis.txt'), 'all of it')
  await expect(createProject({ folder: home })).rejects.toThrow(/is not empty \(thesis\.txt\)/)
})

test('refuses a template that there is not, and a folder without a name', async () => {
  await expect(createProject({ folder: join(home, 'x'), template: 'angular' as never })).rejects.toThrow(/choose vanilla, react/)
  await expect(createProject({ folder: join(home, '---') })).rejects.toThrow(/name with letters/)
})

test('the command says what to do next, or what was wrong', async () => {
  const said: string[] = []
  vi.spyOn(process.stdout, 'write').mockImplementation((text) => said.push(String(text)) > 0)
  vi.spyOn(process.stderr, 'write').mockImplementation((text) => said.push(String(text)) > 0)
  expect(await runCommand([join(home, 'one'), '--template', 'vue'])).toBe(0)
  expect(said.join('')).toMatch(/one: \d+ files in .*\n\n {2}cd .*\n {2}npm install\n {2}npm run dev/)
  expect(await runCommand([])).toBe(2)
  expect(await runCommand([join(home, 'two'), '--template', 'angular'])).toBe(2)
  expect(said.at(-1)).toContain('template not found: "angular"')
  expect(await runCommand([join(home, 'two'), '--tempalte', 'vue'])).toBe(2)
  expect(said.at(-1)).toContain('--tempalte')
})
