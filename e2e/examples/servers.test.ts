import type { Client } from '@modelcontextprotocol/client'
import { readdirSync, readFileSync } from 'node:fs'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { exampleFolders } from '../../scripts/build-examples.mjs'
import { SCENES } from './scenes.mjs'
import { connectServer } from './stage.mjs'

const NAMES = exampleFolders().map((folder) => folder.split(/[\\/]/).at(-1) ?? '')
const LARGEST = 45_000

test('every example has a scene', () => {
  expect([...new Set(SCENES.map(({ example }) => example))].toSorted()).toEqual(NAMES.toSorted())
})

test('hello is 30 lines, server and View together', () => {
  const lines = ['app.ts', 'server.ts', 'hello.html', 'view.ts'].flatMap((file) =>
    readFileSync(new URL(`../../examples/hello/${file}`, import.meta.url), 'utf8').split('\n'),
  )
  expect(lines.filter((line) => line.trim() !== '')).toHaveLength(30)
})

describe.each(NAMES)('the example %s by stdio, with the official client', (name) => {
  let client: Client
  beforeAll(async () => {
    client = await connectServer(name)
  })
  afterAll(() => client.close())

  test('has tools that say what they do, and README and View beside them', async () => {
    const { tools } = await client.listTools()
    expect(tools.length).toBeGreaterThan(0)
    expect(tools.filter(({ description }) => !description)).toEqual([])
    expect(readdirSync(new URL(`../../examples/${name}/`, import.meta.url))).toContain('README.md')
  })

  test('has Views that are one small file each, and need nothing from elsewhere', async () => {
    const { resources } = await client.listResources()
    for (const { uri } of resources) {
      const { contents } = await client.readResource({ uri })
      const [content] = contents
      const html = content && 'text' in content ? content.text : ''
      expect(html).toContain('<!doctype html>')
      expect(html.length).toBeLessThan(LARGEST)
      expect(html).not.toMatch(/<(?:script|link|img)\b[^>]*\s(?:src|href)="(?!data:)/)
      expect(content?._meta?.['ui'] ?? {}).not.toHaveProperty('csp')
    }
  })
})

describe('what the servers answer', () => {
  const withServer = async (name: string, use: (client: Client) => Promise<void>): Promise<void> => {
    const client = await connectServer(name)
    try {
      await use(client)
    } finally {
      await client.close()
    }
  }

  test('tools that only Views may call are marked so (R-013)', () =>
    withServer('dashboard', async (client) => {
      const { tools } = await client.listTools()
      const refresh = tools.find((tool) => tool.name === 'refresh-metrics')
      expect(refresh?._meta?.['ui']).toEqual({ visibility: ['app'] })
    }))

  test('a registration is checked on the server, field by field', () =>
    withServer('form', async (client) => {
      const send = async (given: object) =>
        (await client.callTool({ name: 'send-registration', arguments: { ...given } })).structuredContent as {
          ticket?: string
          problems: Record<string, string>
        }
      const complete = { name: 'Ada', email: 'ada@example.com', workshop: 'Testing protocols', seats: '2', notes: '' }
      expect(Object.keys((await send({ ...complete, email: 'ada', seats: 9 })).problems).toSorted()).toEqual([
        'consent',
        'email',
        'seats',
      ])
      const { ticket } = await send({ ...complete, consent: true })
      expect(ticket).toMatch(/^W3-\d{5}$/)
      expect((await send({ ...complete, consent: true })).ticket).toBe(ticket)
    }))

  test('an edit of an old version is not kept', () =>
    withServer('editor', async (client) => {
      const write = { name: 'write-document', arguments: { title: 'Notes', text: 'one' } }
      expect((await client.callTool(write)).structuredContent).toMatchObject({ version: 1 })
      const save = async (text: string, version: number) =>
        (await client.callTool({ name: 'save-document', arguments: { title: 'Notes', text, version } })).structuredContent
      expect(await save('two', 1)).toMatchObject({ kept: true, document: { version: 2, text: 'two' } })
      expect(await save('also two', 1)).toMatchObject({ kept: false, document: { text: 'two' } })
    }))

  test.each([
    ['a,b\n1,"x, ""y"""\n', [['1', 'x, "y"']]],
    ['a;b\r\n1;2\r\n', [['1', '2']]],
    ['a\tb\n1\t', [['1', '']]],
  ])('reads %j', (text, rows) =>
    withServer('files', async (client) => {
      const { structuredContent } = await client.callTool({ name: 'import-file', arguments: { name: 'x', text } })
      expect(structuredContent).toEqual({ name: 'x', columns: ['a', 'b'], rows })
    }),
  )

  test.each([
    ['a,b\n1\n', 'Line 2 has 1 cells, and there are 2 columns'],
    ['a,b\n"1,2\n', 'Line 2 has a quote that is never closed'],
    ['', 'no first line'],
  ])('says what is wrong with %j', (text, problem) =>
    withServer('files', async (client) => {
      const { isError, content } = await client.callTool({ name: 'import-file', arguments: { name: 'x', text } })
      expect(isError).toBe(true)
      expect(JSON.stringify(content)).toContain(problem)
    }),
  )
})
