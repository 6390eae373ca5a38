import { expect, test } from 'vitest'
import { temporaryFolder } from '../../../../test/temporary-folder.ts'
import type { FindingCode } from '../catalogue/catalogue.ts'
import type { Finding } from '../catalogue/finding.ts'
import type { Target } from '../connect/target.ts'
import { examine } from '../examine.ts'
import type { Facts } from '../static/facts.ts'
import type { FixtureServer } from '../test-support/fixture-server.ts'
import { FIXTURES } from '../test-support/fixtures.ts'
import { commandOf, loadProject, projectFiles } from '../test-support/fixture-project.ts'
import { FIX_FIXTURES, type FixFixture } from '../test-support/fix-fixtures.ts'
import { Project } from './project.ts'
import { proposeFixes } from './propose-fixes.ts'
import { FIXERS } from './registry.ts'

async function look(target: Target, { tool }: FixtureServer): Promise<{ findings: readonly Finding[]; facts: Facts }> {
  const seen: Facts[] = []
  const { findings } = await examine(target, { static: true, tool, onFacts: (facts) => void seen.push(facts) })
  const [facts] = seen
  if (!facts) throw new Error('the server was not examined')
  return { findings, facts }
}

const codes = Object.keys(FIXERS) as FindingCode[]
// The output of a process is tested in fix-command.test.ts.
const { 'server-stdout-noise': _, ...STATIC } = FIXTURES
const fixtures: Partial<Record<FindingCode, FixFixture>> = { ...STATIC, ...FIX_FIXTURES }

const MAX_ROUNDS = 3

test.each(codes.filter((code) => fixtures[code]))('%s is repaired, and nothing else is wrong then', async (code) => {
  const { broken = {}, files = {}, computed = ['', ''] } = fixtures[code] ?? {}
  const own = projectFiles(broken)
  const folder = temporaryFolder({ ...own, 'server.mjs': (own['server.mjs'] ?? '').replace(...computed), ...files })
  const patches: string[] = []
  let seen = await look(await loadProject(folder, broken), broken)
  expect(seen.findings.map((each) => each.code)).toEqual([code])
  // A repair may uncover the next finding, as with --write.
  for (let round = 0; round < MAX_ROUNDS && seen.findings.length > 0; round++) {
    const project = new Project(folder)
    const fixes = proposeFixes(seen.findings, seen.facts, commandOf(folder), project)
    expect(fixes).toMatchObject(fixes.map(() => ({ isWritable: true })))
    patches.push(...fixes.map(({ patch }) => patch ?? ''))
    project.save([...new Set(fixes.flatMap((fix) => fix.files))])
    seen = await look(await loadProject(folder, broken), code === 'tool-name-invalid' ? {} : broken)
    expect(seen.findings.map((each) => each.code)).not.toContain(code)
  }
  expect(seen.findings.map((each) => `${each.code}: ${each.evidence}\n${patches.join('')}`)).toEqual([])
})

test('at least 40 codes have a fix that is tested', () => {
  expect(codes.filter((code) => fixtures[code]).length).toBeGreaterThanOrEqual(40)
})
