import { expect, test } from 'vitest'
import { FINDINGS } from '../catalogue/catalogue.ts'
import { examine } from '../examine.ts'
import { targetOf } from '../test-support/fixture-server.ts'
import { withScript, withUi } from '../test-support/fixture.ts'
import { HTML_FIXTURES } from '../test-support/fixtures/html-fixtures.ts'
import { writeCatalogue } from './write-catalogue.ts'
import { writeJunit } from './write-junit.ts'
import { writeSarif } from './write-sarif.ts'
import { writeText } from './write-text.ts'

const broken = () =>
  examine(targetOf({ ...withUi({ visibility: 'app' }), ...withScript(`fetch('/a?b=1&c=<"')`) }), { static: true })

test('a report has the server, each tool with its stages and findings, and all findings once', async () => {
  const report = await broken()
  expect(report).toMatchObject({
    server: { address: 'https://weather.example/mcp', info: { name: 'weather' }, era: 'legacy', protocolVersion: '2025-11-25' },
    ok: false,
  })
  const [tool] = report.tools
  expect(tool).toMatchObject({ name: 'forecast', resourceUri: 'ui://weather/view.html' })
  expect(tool?.stages.map(({ name, ok }) => [name, ok])).toEqual([
    ['connected', true],
    ['listed', true],
    ['fetched', true],
    ['called', true],
  ])
  expect(tool?.findings).toEqual(report.findings)
  expect(report.findings.map(({ code, tool: at, resourceUri }) => [code, at ?? resourceUri])).toEqual([
    ['tool-visibility-malformed', 'forecast'],
    ['script-connect-relative', 'ui://weather/view.html'],
  ])
  for (const each of report.findings)
    expect(Object.keys(each)).toEqual(
      expect.arrayContaining(['code', 'severity', 'cause', 'evidence', 'fix', 'fault', 'requirement']),
    )
})

test('the text says what was found, with code only when asked for', async () => {
  const report = await broken()
  const text = writeText(report)
  expect(text).toContain('error tool-visibility-malformed (tool forecast)')
  expect(text).toContain('evidence  _meta.ui.visibility: "app"')
  expect(text).toContain('2 error(s), 0 warning(s), 0 hint(s)')
  const { sample } = FINDINGS['tool-visibility-malformed']
  expect(text).not.toContain(sample)
  expect(writeText(report, { samples: true })).toContain(sample)
})

test('a warning fails only in strict mode', async () => {
  const target = targetOf(HTML_FIXTURES['html-doctype-missing'].broken)
  const [usual, strict] = await Promise.all([false, true].map((each) => examine(target, { static: true, strict: each })))
  expect(usual?.findings.map(({ severity }) => severity)).toEqual(['warning'])
  expect([usual?.ok, strict?.ok]).toEqual([true, false])
})

test('the text has the symptoms under their cause, and a table of hosts', async () => {
  const report = await broken()
  const [first] = report.findings
  if (!first) throw new Error('nothing was found')
  const symptoms = [{ code: 'look-blank', severity: 'error', evidence: '720 × 60 pixels of one colour' }] as const
  const uri = 'ui://weather/view.html'
  const hosts = [
    { profile: 'strict', resourceUri: uri, codes: ['look-blank'] },
    { profile: 'claude', resourceUri: uri, codes: [] },
  ] as const
  const text = writeText({ ...report, findings: [{ ...first, symptoms, profiles: ['strict'] }], hosts })
  expect(text).toContain('  because of this: look-blank: 720 × 60 pixels of one colour')
  expect(text).toContain('  hosts     only strict')
  expect(text).toContain(['              strict  claude', '  look-blank  ✗       ✓'].join('\n'))
})

test('a server cannot steer the terminal', async () => {
  const text = writeText(await examine(targetOf({ info: { name: 'a\u001B[2J', version: '1' } }), { static: true }))
  expect(text).toContain('a\uFFFD[2J 1 at')
  expect(text).not.toContain('\u001B')
})

test('SARIF has a rule for every code and a result for every finding', async () => {
  const { runs } = JSON.parse(writeSarif(await broken())) as {
    runs: { tool: { driver: { rules: unknown[] } }; results: { ruleId: string; level: string }[] }[]
  }
  expect(runs[0]?.tool.driver.rules).toHaveLength(Object.keys(FINDINGS).length)
  expect(runs[0]?.results.map(({ ruleId, level }) => [ruleId, level])).toEqual([
    ['tool-visibility-malformed', 'error'],
    ['script-connect-relative', 'error'],
  ])
})

test('JUnit has a case for every code, fails those that were found, and escapes what a server wrote', async () => {
  const xml = writeJunit(await broken())
  expect(xml.match(/<testcase /g)).toHaveLength(Object.keys(FINDINGS).length)
  expect(xml.match(/<failure /g)).toHaveLength(2)
  expect(xml).toContain('failures="2"')
  expect(xml).toContain('/a?b=1&amp;c=&lt;')
})

test('docs/doctor-catalogue.md is what the catalogue says (vitest -u writes it)', async () => {
  await expect(writeCatalogue()).toMatchFileSnapshot('../../../../docs/doctor-catalogue.md')
})
