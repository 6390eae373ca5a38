import { runInThisContext } from 'node:vm'
import { expect, test } from 'vitest'
import { CONTENT, page, URI } from '../test-support/fixture-server.ts'
import { instrument } from './instrument.ts'
import { documentOf } from './view-document.ts'

/** Runs an instrumented script, and returns the arguments of its hooks, as source text. */
function run(script: string): unknown[] {
  const html = page('', script)
  const view = { uri: URI, tools: ['forecast'], read: { ok: true as const, value: { contents: [{ ...CONTENT, text: html }] } } }
  const document = documentOf({ ...view, milliseconds: 0, listed: [] })
  const code = document && instrument(document)?.split('<script>')[1]?.split('</script>')[0]
  const told: unknown[] = []
  const hooks = {
    __casementCaught: (error: Error, at: number) => void told.push([error.message, html.slice(at, at + 5)]),
    __casementLoop: (at: number) => {
      told.push(html.slice(at, at + 3))
      return told.length > 2
    },
  }
  Object.assign(globalThis, hooks)
  try {
    // The script of the test, with the hooks in it.
    runInThisContext(`(() => { ${code} })()`)
  } catch (error) {
    told.push(String(error))
  }
  return told
}

test('a catch tells what it caught and where it stands, with and without a name', () => {
  expect(run(`try { throw new Error('one') } catch {}\ntry { throw new Error('two') } catch (e) { void e }`)).toEqual([
    ['one', 'catch'],
    ['two', 'catch'],
  ])
})

test.each(['for (;;) {}', 'for (;;);', 'while (true) void 0', 'do { } while (true)'])('%s ends', (loop) => {
  expect(run(loop).at(-1)).toBe('Error: A loop ran for too long')
})

test('a document without anything to hook into stays as it is', () => {
  expect(run('const a = 1')).toEqual([])
})
