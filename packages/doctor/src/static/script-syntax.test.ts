import { expect, test } from 'vitest'
import { parseScript, usesOf, type Reference, type ScriptUses } from './script-syntax.ts'

function uses(text: string, kind: 'script' | 'module' = 'script'): ScriptUses {
  const { tree, error } = parseScript(text, 0, kind)
  if (!tree) throw new Error(error?.message)
  return usesOf(tree)
}

const find = (text: string, path: string): Reference | undefined => uses(text).references.find((each) => each.path === path)

test.each([
  [`const globs = ['/*', 'src/**/*.ts']\nlocalStorage.getItem('x')\nconst end = '*/'`],
  ["const open = `/*`\nlocalStorage.getItem('x')\n/* a real comment */"],
  [`const pattern = /\\/*/\nlocalStorage.getItem('x') // */`],
])('a comment sign in a literal hides nothing: %j', (text) => {
  expect(find(text, 'localStorage.getItem')).toMatchObject({ kind: 'call', isGuarded: false, runsAtOnce: true })
})

test('what only stands in a text or in a comment is not used', () => {
  const { references, strings } = uses(`const text = "localStorage.getItem('x')" // location.search\n/* eval('1') */`)
  expect(references.map(({ path }) => path)).toEqual([])
  expect([...strings]).toEqual([`localStorage.getItem('x')`])
})

test('a name that is declared is not the global of that name', () => {
  const text = `function open(parent, { confirm }) { const top = 1; parent.document; confirm('x'); top.document }\nparent.document`
  const globals = uses(text).references.filter(({ binding }) => !binding)
  expect(globals.map(({ path }) => path)).toEqual(['parent.document'])
})

test('a name that a later var or function declares is hoisted', () => {
  expect(find(`confirm('x'); { var confirm = ask }`, 'confirm')?.binding).toBeDefined()
  expect(find(`confirm('x'); function confirm() {}`, 'confirm')?.binding).toBeDefined()
})

test.each([
  ['window, self and globalThis are left out', `globalThis.localStorage.length`, 'localStorage.length'],
  ['a member by its text counts', `window['localStorage']['getItem']('x')`, 'localStorage.getItem'],
  ['an optional chain counts', `navigator?.serviceWorker?.register('x')`, 'navigator.serviceWorker.register'],
  ['a result of a call is no name', `load().then(show)`, '?.then'],
])('%s', (_, text, path) => {
  expect(find(text, path)).toBeDefined()
})

test.each([
  ['nothing', 'localStorage.clear()', { isGuarded: false, runsAtOnce: true }],
  ['a try', 'try { localStorage.clear() } catch {}', { isGuarded: true, runsAtOnce: true }],
  ['the catch of a try', 'try { draw() } catch { localStorage.clear() }', { isGuarded: false, runsAtOnce: true }],
  ['a try without a catch', 'try { localStorage.clear() } finally {}', { isGuarded: false, runsAtOnce: true }],
  ['a function', 'const f = () => localStorage.clear()', { isGuarded: false, runsAtOnce: false }],
  ['a function that is called at once', '(function () { localStorage.clear() })()', { isGuarded: false, runsAtOnce: true }],
  ['a try around a function', 'try { (() => localStorage.clear())() } catch {}', { isGuarded: true, runsAtOnce: true }],
])('what is around a use: %s', (_, text, expected) => {
  expect(find(text, 'localStorage.clear')).toMatchObject(expected)
})

test('a script that a browser cannot parse says where', () => {
  expect(parseScript('const a: string = 1', 0, 'script').error).toEqual({ message: 'Unexpected token', at: 7 })
  expect(parseScript('await app.connect()', 0, 'script').error).toBeDefined()
  expect(parseScript('await app.connect()', 0, 'module').error).toBeUndefined()
})
