import { expect, test } from 'vitest'
import { finding } from './finding.ts'

test('evidence is cut between words', () => {
  const { evidence } = finding('code-error', 'word '.repeat(100))
  expect(evidence.length).toBeLessThanOrEqual(401)
  expect(evidence).toMatch(/word…$/)
})

test.each([
  ['script-connect-blocked', `fetch('https://api.test/x') (line 1, column 1)`, `connectDomains: ['https://api.test']`],
  ['html-external-blocked', '<img src="https://img.test:8443/a.png">', `resourceDomains: ['https://img.test:8443']`],
  ['html-frame-blocked', '<iframe src="https://frame.test/">', `frameDomains: ['https://frame.test']`],
  ['view-blocked', 'connect-src blocked wss://live.test/feed', `connectDomains: ['wss://live.test']`],
  ['view-blocked', 'font-src blocked https://fonts.test/a.woff2', `resourceDomains: ['https://fonts.test']`],
] as const)('%s has the line to paste for %s', (code, evidence, line) => {
  expect(finding(code, evidence).sample).toBe(`_meta: { ui: { csp: { ${line} } } }`)
})

test('without an origin the sample of the catalogue stays', () => {
  expect(finding('view-blocked', 'script-src blocked eval').sample).toContain('api.example.com')
})
