import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { createBuilder, createLogger } from 'vite'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { casement, type CasementViteOptions } from './index.ts'

const PIXEL = Buffer.from('R0lGODlhAQABAAAAACH5BAEKAAEALAAAAAABAAEAAAICTAEAOw==', 'base64')

let root: string
beforeEach(() => {
  root = realpathSync(mkdtempSync(join(tmpdir(), 'casement-vite-')))
})
afterEach(() => rmSync(root, { recursive: true, force: true }))

/** Builds these files as `vite build` does, and gives what was said. */
async function build(files: Record<string, string | Buffer>, options?: CasementViteOptions): Promise<string[]> {
  for (const [name, content] of Object.entries(files)) {
    mkdirSync(dirname(join(root, name)), { recursive: true })
    writeFileSync(join(root, name), content)
  }
  const said: string[] = []
  const customLogger = { ...createLogger('silent'), info: (line: string) => void said.push(line) }
  const builder = await createBuilder({ root, configFile: false, logLevel: 'silent', customLogger, plugins: [casement(options)] })
  await builder.buildApp()
  return said
}

const built = (name: string): string => readFileSync(join(root, 'dist', name), 'utf8')

test('one HTML file with scripts, styles, images, fonts and workers, and its size', async () => {
  const said = await build({
    'index.html': `<!doctype html><html><head><title>All</title><link rel="icon" href="./icon.svg"><link rel="stylesheet" href="./a.css"></head>
      <body><img alt="" src="./dot.gif"><script type="module" src="./main.ts"></script></body></html>`,
    'a.css': `@font-face { font-family: F; src: url('./f.woff2') } body { background: url('./dot.gif'); color: light-dark(#111, #eee) }`,
    'f.woff2': Buffer.from('not really a font'),
    'icon.svg': '<svg xmlns="http://www.w3.org/2000/svg"/>',
    'dot.gif': PIXEL,
    'main.ts': `import dot from './dot.gif'
      const lazy = () => import('./lazy.ts')
      const worker: Worker = new Worker(new URL('./sum.ts', import.meta.url), { type: 'module' })
      document.title = dot + String(lazy) + String(worker)`,
    'lazy.ts': `export const late = 'came later'`,
    'sum.ts': `postMessage('sum of ' + 'all')`,
  })
  expect(readdirSync(join(root, 'dist'))).toEqual(['index.html'])
  const html = built('index.html')
  expect(html).not.toMatch(/(src|href)="(?!data:)/)
  expect(html).not.toMatch(/url\(["']?(?!data:)/)
  expect(html).toContain('data:font/woff2;base64,')
  expect(html).toContain('came later')
  expect(html).toContain('new Blob(')
  // Rewritten for old browsers it would not follow the host's theme.
  expect(html).toContain('light-dark(')
  expect(said.find((line) => line.startsWith('index.html'))).toMatch(/^index\.html {2}[\d.]+ kB \([\d.]+ kB gzip\), one file$/)
})

test('several Views, each complete in itself, by their names', async () => {
  const page = (script: string): string =>
    `<!doctype html><html><head></head><body><script type="module" src="${script}"></script></body></html>`
  await build(
    {
      'card/index.html': page('./card.ts'),
      'card/card.ts': `import { greet } from '../greet.ts'\ndocument.title = greet('card')`,
      'table/index.html': page('./table.ts'),
      'table/table.ts': `import { greet } from '../greet.ts'\ndocument.title = greet('table')`,
      'greet.ts': `export const greet = (who: string): string => 'a greeting for ' + who`,
    },
    { views: { card: 'card/index.html', table: 'table/index.html' } },
  )
  expect(readdirSync(join(root, 'dist')).toSorted()).toEqual(['card.html', 'table.html'])
  for (const name of ['card', 'table']) {
    expect(built(`${name}.html`)).toContain('a greeting for ')
    expect(built(`${name}.html`)).not.toContain(`\`${name === 'card' ? 'table' : 'card'}\``)
  }
})

test('what stays outside is declared, and the file says it', async () => {
  const said = await build(
    {
      'index.html': `<!doctype html><html><head></head><body><img alt="" src="https://img.test/a.png"><script type="module" src="./main.ts"></script></body></html>`,
      'main.ts': `await fetch('https://api.test/rows')`,
    },
    { external: ['https://img.test', 'https://api.test'] },
  )
  const policy = /<meta name="casement-csp" content="([^"]*)">/.exec(built('index.html'))?.[1]?.replaceAll('&quot;', '"')
  expect(JSON.parse(policy ?? '')).toEqual({ resourceDomains: ['https://img.test'], connectDomains: ['https://api.test'] })
  expect(said.join('\n')).toContain('loads from https://img.test https://api.test')
})

test('what is relative or not declared ends the build, with file and line', async () => {
  const page = `<!doctype html><html><head></head><body>
    <img alt="" src="https://img.test/a.png">
    <img alt="" src="/public-file.png">
    <script type="module" src="./main.ts"></script></body></html>`
  const building = build({
    'index.html': page,
    'public/public-file.png': PIXEL,
    'main.ts': `const a = 1\nawait fetch('/api/rows')\nawait fetch('https://api.test/rows' + a)`,
  })
  await expect(building).rejects.toThrow('index.html:2: "https://img.test/a.png" is outside the View')
  await expect(building).rejects.toThrow('index.html:3: "/public-file.png"')
  await expect(building).rejects.toThrow('main.ts:2: "/api/rows" is relative, but a View has no server to load it from')
  await expect(building).rejects.toThrow('main.ts:3: "https://api.test/rows" is outside the View')
  expect(existsSync(join(root, 'dist/index.html'))).toBe(false)
})

test('a file that is to stay one is refused by its name', async () => {
  const building = build({
    'index.html': `<!doctype html><html><head></head><body><script type="module" src="./main.ts"></script></body></html>`,
    'dot.gif': PIXEL,
    'main.ts': `import dot from './dot.gif?no-inline'\ndocument.title = dot`,
  })
  await expect(building).rejects.toThrow('dot.gif: would become a separate file')
})

test('a project without a View says how to name one', async () => {
  await expect(build({ 'a.ts': '' })).rejects.toThrow('no HTML file in')
  await expect(build({ 'a.ts': '' }, { views: { card: 'card.html' } })).rejects.toThrow('the View "card" was expected at')
})

test('the recorder comes before the modules of the page, with its settings', async () => {
  mkdirSync(join(root, 'node_modules'))
  symlinkSync(fileURLToPath(new URL('../..', import.meta.url)), join(root, 'node_modules/casement'))
  const files = {
    'index.html': `<!doctype html><html><head><title>R</title></head><body><script type="module" src="./main.ts"></script></body></html>`,
    'main.ts': `document.title = 'the page itself'`,
  }
  await build(files, { recorder: ['send', 'corner'] })
  const html = built('index.html')
  expect(html).toContain('<meta name="casement-recorder" content="send corner">')
  expect(html.indexOf('casement-recording:1')).toBeGreaterThan(0)
  expect(html.indexOf('casement-recording:1')).toBeLessThan(html.indexOf('the page itself'))
  await build(files)
  expect(built('index.html')).not.toContain('casement-record')
})
