import { expect, test } from 'vitest'
import { inlineHtml } from './inline-html.ts'
import { inlineWorkers } from './inline-workers.ts'

test('puts scripts and styles in, whatever is in them', () => {
  const page = `<head>
<script type="module" crossorigin src="./assets/a.js"></script>
<link rel="modulepreload" crossorigin href="./assets/b.js">
<link rel="stylesheet" crossorigin href="../assets/a.css"></head>`
  const files = new Map([
    ['assets/a.js', 'const a = "</script><!-- $& $1"'],
    ['assets/a.css', 'a::after { content: "</style>" }'],
  ])
  const { html, used } = inlineHtml(page, files)
  expect(html).toContain('<script type="module">const a = "<\\/script>\\x3C!-- $& $1"</script>')
  expect(html).toContain('<style>a::after { content: "<\\/style>" }</style>')
  expect(html).not.toContain('modulepreload')
  expect([...used]).toEqual(['assets/a.js', 'assets/a.css'])
})

test('puts icons in as data, and leaves what is not there', () => {
  const { html } = inlineHtml('<link rel="icon" href="./icon.svg"><img src="/none.png">', new Map([['icon.svg', '<svg/>']]))
  expect(html).toBe('<link rel="icon" href="data:image/svg+xml;base64,PHN2Zy8+"><img src="/none.png">')
})

test('workers are carried along', () => {
  const code = `const worker = new Worker(new URL('./sum.ts', import.meta.url), { type: 'module', name: 'sum' })`
  expect(inlineWorkers('a.ts', code)).toBe(
    `import CasementWorker0 from "./sum.ts?worker&inline";const worker = new CasementWorker0({ type: 'module', name: 'sum' })`,
  )
  expect(inlineWorkers('a.ts', 'new Worker(url)')).toBeUndefined()
})
