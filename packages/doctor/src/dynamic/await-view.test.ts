import { expect, test } from 'vitest'
import type { Fields } from '../static/fields.ts'
import { diagnoseSilence } from './await-view.ts'

const diagnose = (...reports: Fields[]) =>
  diagnoseSilence({ stage: 'document', diagnosis: undefined, steps: [], wire: [], reports }).diagnosis

const EVAL = { directive: 'script-src', blocked: 'eval' }

test('a library that tries whether it may use eval is not why a View is silent', () => {
  expect(diagnose(EVAL)).toMatchObject({ code: 'view-silent', evidence: [] })
  expect(diagnose(EVAL, { kind: 'error', message: 'EvalError: refused' })?.code).toBe('view-blocked')
  expect(diagnose({ directive: 'script-src-elem', blocked: 'https://cdn.example.com/a.js' })?.code).toBe('view-blocked')
})
