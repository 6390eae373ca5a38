import { expect, test } from 'vitest'
import { findUnguarded } from './unguarded.ts'

const STORAGE = /localStorage\.\w+/
const find = (script: string): string | undefined => findUnguarded(script, STORAGE)

test.each([
  ['nothing guards anything', 'function save() { localStorage.setItem(1, 2) }'],
  ['a try before it', 'try { draw() } catch {}\nlocalStorage.getItem(1)'],
  ['a try after it', 'const unit = localStorage.getItem(1)\ntry { draw() } catch {}'],
  ['a condition around it', 'if (location.hash) { localStorage.getItem(1) }\ntry { draw() } catch {}'],
  ['the catch of a try', 'try { draw() } catch (error) { localStorage.getItem(1) }'],
  ['a brace in a text before it', `try { draw('}') } catch {}\nconst open = '{'\nlocalStorage.getItem(1)`],
  ['one that is guarded beside it', 'try { localStorage.clear() } catch {}\nlocalStorage.getItem(1)'],
])('it is found: %s', (_, script) => {
  expect(find(script)).toMatch(/^localStorage\.(getItem|setItem)$/)
})

test.each([
  ['it is not there', 'try { draw() } catch {}'],
  ['a try around it', 'try { localStorage.getItem(1) } catch {}'],
  ['a try around what is around it', 'try { if (x) { localStorage.getItem(1) } } finally {}'],
  ['a function that may be called from one', 'const read = () => { return localStorage.getItem(1) }\ntry { read() } catch {}'],
  ['a function with a name', 'function read() { return localStorage.getItem(1) }\ntry { read() } catch {}'],
  ['a bundle with a try anywhere', `localStorage.getItem(1);try{draw()}catch{}${';'.repeat(50_000)}`],
])('it is not: %s', (_, script) => {
  expect(find(script)).toBeUndefined()
})
