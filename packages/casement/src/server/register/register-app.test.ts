import * as v from 'valibot'
import { describe, expect, test } from 'vitest'
import { z } from 'zod'
import { EXTENSION_ID, RESOURCE_MIME_TYPE } from '../../protocol/constants.ts'
import { defineApp, getUiCapability, registerApp, result, tool, type ServerWarning } from '../index.ts'
import { generations } from '../test-support/servers.ts'

const HTML = '<!doctype html><title>Weather</title>'

const app = defineApp({
  name: 'weather',
  version: '1.0.0',
  view: {
    html: HTML,
    title: 'The weather',
    csp: { connectDomains: ['https://api.example.com'] },
    domain: (client) => (client?.name === 'test' ? 'test.example' : undefined),
  },
  tools: {
    forecast: tool({
      input: { city: z.string() },
      output: z.object({ degrees: z.number() }),
      text: ({ degrees }) => `${degrees} degrees`,
      run: ({ city }) => result({ model: city, view: { degrees: city.length }, private: { key: 'k' } }),
    }),
    silent: tool({ run: () => result({ view: { a: 1 } }) }),
    wrong: tool({ output: z.object({ a: z.number() }), run: () => result({ view: { a: 'x' as never } }) }),
    failing: tool({
      run: () => {
        throw new Error('no weather today')
      },
    }),
    aware: tool({ view: false, run: (_, { apps }) => `apps: ${apps}` }),
  },
})

describe.each(generations)('an app on an McpServer of $name', ({ create, connect }) => {
  test('R-011, R-012: a client with Views gets text for its model, one without gets the result in words', async () => {
    const server = create()
    await registerApp(server, app)
    const client = await connect(server)
    const call = { name: 'forecast', arguments: { city: 'Rome' } }
    expect(await client.callTool(call)).toEqual({
      content: [{ type: 'text', text: 'Rome' }],
      structuredContent: { degrees: 4 },
      _meta: { key: 'k' },
    })
    expect(await client.callTool({ name: 'aware' })).toMatchObject({ content: [{ text: 'apps: true' }] })
    await client.close()
    const other = create()
    await registerApp(other, app)
    const textOnly = await connect(other, false)
    expect(await textOnly.callTool(call)).toMatchObject({ content: [{ type: 'text', text: '4 degrees' }] })
    expect(await textOnly.callTool({ name: 'aware' })).toMatchObject({ content: [{ text: 'apps: false' }] })
    await textOnly.close()
  })

  test('a listing has nothing in it that is meant for the SDK', async () => {
    const server = create()
    await registerApp(server, app)
    const client = await connect(server)
    const { resources } = await client.listResources()
    expect(Object.keys(resources[0] ?? {}).toSorted()).toEqual(['_meta', 'mimeType', 'name', 'title', 'uri'])
    await client.close()
  })

  test('R-012: a result that says nothing to the model says its data', async () => {
    const server = create()
    await registerApp(server, app)
    const client = await connect(server)
    expect(await client.callTool({ name: 'silent' })).toMatchObject({ content: [{ type: 'text', text: '{"a":1}' }] })
    expect(await client.callTool({ name: 'failing' })).toEqual({
      content: [{ type: 'text', text: 'no weather today' }],
      isError: true,
    })
    await client.close()
  })

  test('R-019, R-021, R-026: the hashed address is listed, and every other version of it leads to the View as it is', async () => {
    const server = create()
    await registerApp(server, app)
    const client = await connect(server)
    const [listed] = (await client.listResources()).resources
    expect(listed?.['uri']).toMatch(/^ui:\/\/weather\/view\.[\da-f]{12}\.html$/)
    expect((await client.listResources()).resources).toHaveLength(1)
    for (const uri of [String(listed?.['uri']), 'ui://weather/view.html', 'ui://weather/view.0123456789ab.html']) {
      const { contents } = await client.readResource({ uri })
      expect(contents).toEqual([
        {
          uri,
          mimeType: RESOURCE_MIME_TYPE,
          text: HTML,
          _meta: { ui: { csp: { connectDomains: ['https://api.example.com'] }, domain: 'test.example' } },
        },
      ])
    }
    await expect(client.readResource({ uri: 'ui://weather/other.html' })).rejects.toThrow(/not found/i)
    await expect(client.readResource({ uri: 'ui://weather/view.zzz.html' })).rejects.toThrow(/not found/i)
    await client.close()
  })

  test('data that does not fit the output schema is an error that says so', async () => {
    const server = create()
    await registerApp(server, app)
    const client = await connect(server)
    const { content, isError } = await client.callTool({ name: 'wrong' })
    expect(isError).toBe(true)
    expect(JSON.stringify(content)).toMatch(/tool \\"wrong\\" returned data .*a: /)
    await client.close()
  })

  test('mirror repeats the data as text, and large results are reported once each', async () => {
    const warnings: ServerWarning[] = []
    const server = create()
    const mirrored = defineApp({
      name: 'mirrored',
      version: '1.0.0',
      mirror: true,
      budget: { model: 10, view: 20 },
      tools: { big: tool({ run: () => result({ model: 'short', view: { text: 'a long text for the View' } }) }) },
    })
    await registerApp(server, mirrored, { onwarning: (warning) => warnings.push(warning) })
    const client = await connect(server)
    expect(await client.callTool({ name: 'big' })).toMatchObject({
      content: [{ text: 'short' }, { text: '{"text":"a long text for the View"}' }],
    })
    expect(warnings.map(({ code, tool: name }) => [code, name])).toEqual([
      ['RESULT_LARGE_FOR_MODEL', 'big'],
      ['RESULT_LARGE_FOR_VIEW', 'big'],
    ])
    await client.close()
  })
})

test('fields of any library that speaks Standard Schema make an input on SDK v2', async () => {
  const [, second] = generations
  const server = second?.create()
  if (!server || !second) throw new Error('there are two')
  const fields = { n: z.number(), name: z.optional(z.string()) }
  const strange = { m: { ...v.pipe(v.number()), '~standard': { ...v.number()['~standard'], jsonSchema: undefined } } }
  const other = defineApp({
    name: 'fields',
    version: '1.0.0',
    tools: {
      zod: tool({ input: fields, run: ({ n, name }) => `${n} ${name}` }),
      valibot: tool({ input: strange as never, run: (input: unknown) => JSON.stringify(input) }),
    },
  })
  await registerApp(server, other)
  const client = await second.connect(server)
  expect(await client.callTool({ name: 'zod', arguments: { n: 1 } })).toMatchObject({ content: [{ text: '1 undefined' }] })
  expect(await client.callTool({ name: 'valibot', arguments: { m: 1, x: 2 } })).toMatchObject({ content: [{ text: '{"m":1}' }] })
  expect((await client.listTools()).tools[1]?.inputSchema).toMatchObject({ properties: { m: {} }, required: ['m'] })
  await client.close()
})

test('R-001, R-002, R-008, R-010: the capability is read under its name, unknown settings do no harm, and nothing means no support', () => {
  const settings = { mimeTypes: [RESOURCE_MIME_TYPE], features: ['new'] }
  expect(getUiCapability({ extensions: { [EXTENSION_ID]: settings } })).toEqual(settings)
  expect(getUiCapability({ extensions: {} })).toBeUndefined()
  expect(getUiCapability({})).toBeUndefined()
  expect(getUiCapability(null)).toBeUndefined()
  expect(getUiCapability(undefined)).toBeUndefined()
})
