import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { describe, expect, onTestFinished, test, vi } from 'vitest'
import { temporaryFolder } from '../../../../../test/temporary-folder.ts'
import { defineApp, domainFor, tool, type AppDeclaration, type ToolSet } from '../index.ts'
import { POLICY_META } from './built-policy.ts'
import { prepareApp } from './prepare-app.ts'
import { nodeViewFiles } from './view-files.ts'

const HTML = '<!doctype html><title>One</title>'
const run = () => 'done'
const base = { name: 'app', version: '1.0.0', tools: { show: tool({ run }) } } as const
const prepare = <T extends ToolSet>(declaration: AppDeclaration<T>) => prepareApp(defineApp(declaration), nodeViewFiles)

describe('the address of a View', () => {
  test('R-015, R-020: changes with its HTML and with its metadata, and with nothing else', async () => {
    const uriOf = async (view: AppDeclaration<ToolSet>['view']): Promise<string | undefined> =>
      (await prepare({ ...base, ...(view && { view }) })).views[0]?.uri
    const uri = await uriOf({ html: HTML })
    expect(uri).toMatch(/^ui:\/\/app\/view\.[\da-f]{12}\.html$/)
    expect(await uriOf({ html: HTML, title: 'Another title' })).toBe(uri)
    expect(await uriOf({ html: `${HTML} ` })).not.toBe(uri)
    expect(await uriOf({ html: HTML, prefersBorder: true })).not.toBe(uri)
  })

  test('R-023: is what the tools name', async () => {
    const { tools, views } = await prepare({ ...base, view: { html: HTML } })
    expect(tools[0]?.meta).toMatchObject({ ui: { resourceUri: views[0]?.uri } })
  })
})

describe('which View a tool has', () => {
  const views = { one: { html: HTML }, two: { html: HTML } }
  const metaOf = async (declaration: AppDeclaration<ToolSet>) => (await prepare(declaration)).tools[0]?.meta?.['ui']

  test('R-201: a tool for Views alone has none by itself, and one that says false has none', async () => {
    expect(await metaOf({ ...base, view: { html: HTML }, tools: { a: tool({ run, visibility: ['app'] }) } })).toEqual({
      visibility: ['app'],
    })
    expect(await metaOf({ ...base, view: { html: HTML }, tools: { a: tool({ run, view: false }) } })).toBeUndefined()
  })

  test('later calls may be shown in it where the tool says so', async () => {
    const { tools } = await prepare({
      ...base,
      view: { html: HTML },
      tools: { a: tool({ run, viewReuse: true }), b: tool({ run }) },
    })
    expect(tools.map(({ meta }) => meta?.['dev.casement/view-reuse'])).toEqual([true, undefined])
  })

  test('of several, the one it names', async () => {
    expect(await metaOf({ ...base, views, tools: { a: tool({ run, view: 'two' }) } })).toMatchObject({
      resourceUri: expect.stringMatching(/^ui:\/\/app\/two\./),
    })
    expect(await metaOf({ ...base, views, tools: { a: tool({ run }) } })).toBeUndefined()
  })

  test('a View that the app does not have is an error that names those it has', async () => {
    await expect(prepare({ ...base, views, tools: { a: tool({ run, view: 'three' }) } })).rejects.toMatchObject({
      message: expect.stringMatching(/tool "a": view is "three".*"one", "two"/),
      cause: { code: 'TOOL_VIEW_UNKNOWN' },
    })
  })
})

describe('the HTML of a View', () => {
  test('comes from a file, by path or URL', async () => {
    const file = join(temporaryFolder({ 'my view.html': HTML }), 'my view.html')
    for (const place of [file, pathToFileURL(file)]) {
      const { views } = await prepare({ ...base, view: { file: place } })
      const { contents } = (await views[0]?.read('ui://x', undefined)) ?? {}
      expect(contents?.[0]?.text).toBe(HTML)
    }
  })

  test('is read again in development, from a file that may not exist yet', async () => {
    vi.stubEnv('NODE_ENV', 'development')
    onTestFinished(() => void vi.unstubAllEnvs())
    const file = join(temporaryFolder({}), 'view.html')
    const { views } = await prepare({ ...base, view: { file } })
    const read = async () => (await views[0]?.read('ui://x', undefined))?.contents[0]
    expect(views[0]?.uri).toBe('ui://app/view.html')
    expect((await read())?.text).toContain('has not been built yet')
    const policy = { connectDomains: ['https://api.example.com'] }
    const content = JSON.stringify(policy).replaceAll('"', '&quot;')
    const built = `<head><meta name="${POLICY_META}" content="${content}"></head>${HTML}`
    writeFileSync(file, built)
    expect(await read()).toMatchObject({ text: built, _meta: { ui: { csp: policy } } })
  })

  test('comes from a folder, one View for each HTML file', async () => {
    const dist = temporaryFolder({ 'map.html': HTML, 'list.html': HTML, 'notes.txt': HTML })
    const { views } = await prepare({ ...base, view: { folder: dist, prefersBorder: true } })
    expect(views.map(({ name, ui }) => [name, ui])).toEqual([
      ['list', { prefersBorder: true }],
      ['map', { prefersBorder: true }],
    ])
  })

  test.each([
    [
      'a file that is not there',
      { file: '/nowhere/view.html' },
      /View "view" of app: file cannot be read from \/nowhere.*Build the View first/,
    ],
    ['a folder that is not there', { folder: '/nowhere' }, /folder cannot be read/],
    ['text that is no HTML', { html: 'hello' }, /is not an HTML document/],
  ])('%s is an error at start-up', async (_, view, message) => {
    await expect(prepare({ ...base, view })).rejects.toMatchObject({
      message: expect.stringMatching(message),
      cause: { code: 'VIEW_SOURCE' },
    })
  })
})

test('a name that cannot stand in an address is an error', () => {
  expect(() => defineApp({ ...base, name: 'my app' })).toThrow(/name is "my app"/)
})

describe('the domain that a host computes', () => {
  test('R-043, R-046: for Claude and ChatGPT by their rules, for others none', async () => {
    const endpoint = 'https://www.example.com/mcp'
    // printf 'https://www.example.com/mcp' | sha256sum | cut -c-32
    expect(await domainFor({ name: 'Claude' }, endpoint)).toBe('68c233ba84584361c1304463169a9f8b.claudemcpcontent.com')
    expect(await domainFor({ name: 'Claude' }, `${endpoint}/`)).not.toBe(await domainFor({ name: 'Claude' }, endpoint))
    expect(await domainFor({ name: 'openai-mcp' }, endpoint)).toBe('www-example-com.oaiusercontent.com')
    expect(await domainFor({ name: 'casement' }, endpoint)).toBeUndefined()
    expect(await domainFor(undefined, endpoint)).toBeUndefined()
  })
})
