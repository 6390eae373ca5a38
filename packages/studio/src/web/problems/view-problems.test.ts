import { expect, test } from 'vitest'
import { createViewNotes, type OpenNotes } from '../wire/view-notes.ts'
import { pasteForViolation } from './csp-entry.ts'
import { countProblems, problemsOf, worstTone } from './view-problems.ts'

const open = (): OpenNotes => createViewNotes({ app: 'a', profile: 'strict', modelContext: undefined, state: undefined })
const server = { status: 'ready', protocolVersion: '', serverInfo: { name: 's', version: '1' }, capabilities: {} } as const

test('a View without problems has none', () => {
  const notes = open()
  notes.report({ kind: 'console', level: 'error', message: 'only a message' })
  notes.report({ kind: 'blank', isBlank: true })
  expect(problemsOf({ notes, server })).toEqual([])
})

test('violations are counted once per directive and origin, and the exception comes first', () => {
  const notes = open()
  notes.report({ kind: 'csp', directive: 'connect-src', blocked: 'https://a.example/x' })
  notes.report({ kind: 'csp', directive: 'connect-src', blocked: 'https://a.example/x' })
  notes.report({ kind: 'csp', directive: 'img-src', blocked: 'https://b.example/y.png' })
  notes.report({ kind: 'resource', tag: 'img', blocked: 'https://b.example/y.png' })
  notes.report({ kind: 'rejection', message: 'TypeError: Failed to fetch' })
  const problems = problemsOf({ notes, server })
  expect(problems.map(({ title, count }) => [title, count])).toEqual([
    ['Unhandled rejection in the View', 1],
    ['connect-src blocked https://a.example/x', 2],
    ['img-src blocked https://b.example/y.png', 1],
  ])
  expect([worstTone(problems), countProblems(1), countProblems(3)]).toEqual(['danger', '1 problem', '3 problems'])
})

test('a View that was reloaded begins without problems', () => {
  const notes = open()
  notes.report({ kind: 'error', message: 'x' })
  notes.diagnose({ code: 'view-gone', stage: 'running', cause: 'c', evidence: [], fix: 'f' })
  notes.restart()
  expect(problemsOf({ notes, server })).toEqual([])
})

test('a server that is gone, refused requests and eval are problems', () => {
  const notes = open()
  notes.report({ kind: 'csp', directive: 'script-src', blocked: 'eval', source: 'view.js', line: 3 })
  notes.act({
    at: 0,
    ms: 1,
    app: 'a',
    view: 'v',
    appInfo: undefined,
    method: 'ui/open-link',
    target: 'x',
    params: {},
    decision: 'denied',
  })
  const problems = problemsOf({
    notes,
    server: { status: 'failed', code: 'X', reason: 'It exited.', fix: 'Start it.', attempt: 2 },
  })
  expect(problems.map(({ title, isPolicy }) => [title, isPolicy ?? false])).toEqual([
    ['The server of this View is not running', false],
    ['script-src blocked eval', true],
    ['ui/open-link x was refused', false],
  ])
})

test('the entry to paste keeps what is declared', () => {
  expect(
    JSON.parse(pasteForViolation('connect-src', 'wss://a.example:8080/x', { connectDomains: ['https://b.example'] }) ?? ''),
  ).toEqual({
    _meta: { ui: { csp: { connectDomains: ['https://b.example', 'wss://a.example:8080'] } } },
  })
  expect(pasteForViolation('object-src', 'https://a.example', {})).toBeUndefined()
  expect(pasteForViolation('script-src', 'inline', {})).toBeUndefined()
})
