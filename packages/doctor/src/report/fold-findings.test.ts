import { expect, test } from 'vitest'
import { finding } from '../catalogue/finding.ts'
import { foldFindings } from './fold-findings.ts'

const place = { resourceUri: 'ui://weather/view.html' }

test('a symptom is folded under its root cause, over several steps, and the cause is as severe as its effect', () => {
  const folded = foldFindings([
    finding('look-dark-ignored', 'bright', place),
    finding('look-blank', 'nothing', place),
    finding('script-storage-unguarded', 'localStorage.getItem', place),
    finding('view-script-error', 'SecurityError', place),
    finding('view-silent', 'no ui/initialize', place),
  ])
  expect(folded.map(({ code, severity }) => [code, severity])).toEqual([
    ['script-storage-unguarded', 'error'],
    ['look-dark-ignored', 'hint'],
  ])
  expect(folded[0]?.symptoms?.map(({ code }) => code)).toEqual(['look-blank', 'view-script-error', 'view-silent'])
})

test('a finding of another View is no symptom', () => {
  const folded = foldFindings([
    finding('view-hung', 'a loop', { resourceUri: 'ui://other' }),
    finding('look-blank', 'nothing', place),
  ])
  expect(folded.map(({ code }) => code)).toEqual(['view-hung', 'look-blank'])
})

test('a fault of a result explains what is seen in the View of its tool', () => {
  const findings = [finding('look-blank', 'nothing', place), finding('result-is-error', 'no data', { tool: 'forecast' })]
  expect(foldFindings(findings, () => place.resourceUri).map(({ code }) => code)).toEqual(['result-is-error'])
  expect(foldFindings(findings).map(({ code }) => code)).toEqual(['look-blank', 'result-is-error'])
})

test('errors come before warnings, causes before what stands alone, and nothing is listed twice', () => {
  const folded = foldFindings([
    finding('look-overflow', 'wide', place),
    finding('look-overflow', 'wide', place),
    finding('wire-malformed', 'no jsonrpc', place),
    finding('view-navigates', 'away', place),
    finding('look-blank', 'nothing', place),
  ])
  expect(folded.map(({ code }) => code)).toEqual(['view-navigates', 'wire-malformed'])
})
