import { describe, expect, test } from 'vitest'
import { CasementError } from '../../protocol/errors.ts'
import { CATALOGUE, describeDiagnosis } from './catalogue.ts'
import { diagnose, diagnosisError, diagnosisOf } from './diagnosis.ts'
import type { DiagnosisCode } from './stages.ts'

test('the codes are stable', () => {
  expect(Object.entries(CATALOGUE).map(([code, { stage }]) => `${stage}: ${code}`)).toEqual([
    'tool: no-ui-resource',
    'fetching: resources-unsupported',
    'fetching: resource-not-found',
    'fetching: resource-failed',
    'fetching: resource-timeout',
    'fetching: resource-not-html',
    'minting: mint-refused',
    'minting: mint-failed',
    'minting: mint-timeout',
    'minting: sandbox-same-origin',
    'minting: sandbox-incompatible',
    'proxy: proxy-blocked',
    'proxy: proxy-timeout',
    'proxy: proxy-refused',
    'initialize: view-script-error',
    'initialize: view-blocked',
    'initialize: view-dev-page',
    'initialize: view-silent',
    'initialized: view-not-initialized',
    'running: view-stopped',
    'running: view-crashed',
    'running: view-navigated',
    'running: view-gone',
  ])
})

test.each(Object.keys(CATALOGUE) as DiagnosisCode[])('%s has a title and a fix', (code) => {
  const text = describeDiagnosis(diagnose(code, 'The cause.', ['line']))
  expect(text).toContain(CATALOGUE[code].title)
  expect(text).toContain('The cause.\nEvidence:\n- line\nFix: ')
  expect(CATALOGUE[code].fix.length).toBeGreaterThan(10)
})

describe('a diagnosis', () => {
  test('keeps the newest evidence, and truncates long lines', () => {
    const lines = Array.from({ length: 100 }, (_, index) => `${index} ${'x'.repeat(10_000)}`)
    const { evidence, cause } = diagnose('view-silent', 'y'.repeat(10_000), lines)
    expect(evidence).toHaveLength(20)
    expect(evidence.at(-1)).toMatch(/^99 x{497}…$/)
    expect(cause).toHaveLength(501)
  })

  test('is attached to its error, and other errors have none', () => {
    const diagnosis = diagnose('view-silent', 'It sent nothing.')
    const error = diagnosisError(diagnosis)
    expect(CasementError.is(error, 'NOT_SHOWN')).toBe(true)
    expect(diagnosisOf(error)).toBe(diagnosis)
    expect(diagnosisOf(new Error('x'))).toBeUndefined()
    expect(diagnosisOf(new CasementError('NOT_SHOWN', 'x'))).toBeUndefined()
  })
})
