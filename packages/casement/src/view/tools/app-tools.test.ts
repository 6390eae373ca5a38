import { expect, test } from 'vitest'
import * as v from 'valibot'
import { z } from 'zod'
import { appTools } from './app-tools.ts'
import { connectedHost, fakeHost, until } from '../test-support/fake-host.ts'
import { describeSchema } from './json-schema.ts'

async function withTools() {
  const { app: plain, ...rest } = fakeHost()
  const app = plain.use(appTools)
  const tool = app.registerTool(
    'add',
    { description: 'Adds', inputSchema: z.object({ a: z.number(), b: z.number() }), outputSchema: z.object({ sum: z.number() }) },
    ({ a, b }) => ({ content: [], structuredContent: { sum: a + b } }),
  )
  return { app, tool, ...rest }
}

test('R-281 R-284 R-285 R-288: registering before connect declares the capability, and lists the tool with JSON Schemas', async () => {
  const { app, host, channel, sent } = await withTools()
  app.registerTool('loose', { inputSchema: v.object({ x: v.string() }), describeSchema }, () => ({ content: [] }))
  app.registerTool('bare', { title: 'Bare' }, () => ({ content: [] }))
  await app.connect(channel)
  expect(sent[0]?.params).toMatchObject({ appCapabilities: { tools: { listChanged: true } } })
  const { tools } = await host.request('tools/list', {})
  expect(tools).toEqual([
    {
      name: 'add',
      description: 'Adds',
      inputSchema: expect.objectContaining({ type: 'object', required: ['a', 'b'] }),
      outputSchema: expect.objectContaining({ type: 'object', required: ['sum'] }),
    },
    { name: 'loose', inputSchema: { type: 'object', properties: { x: { type: 'string' } }, required: ['x'] } },
    { name: 'bare', title: 'Bare', inputSchema: { type: 'object', properties: {} } },
  ])
})

test('R-282 R-283 R-287: calls are checked on the way in and out, and a callback that throws is a failed tool', async () => {
  const { app, host, channel } = await withTools()
  app.registerTool('throws', {}, () => {
    throw new Error('broken')
  })
  app.registerTool('lies', { outputSchema: z.object({ n: z.number() }) }, () => ({ content: [], structuredContent: {} }) as never)
  await app.connect(channel)
  const call = (name: string, args = {}): Promise<unknown> => host.request('tools/call', { name, arguments: args })
  expect(await call('add', { a: 1, b: 2 })).toEqual({ content: [], structuredContent: { sum: 3 } })
  expect(await call('throws')).toEqual({ isError: true, content: [{ type: 'text', text: 'Error: broken' }] })
  await expect(call('add', { a: 'x', b: 2 })).rejects.toMatchObject({
    wire: { code: -32602 },
    message: expect.stringMatching(/^Invalid input for tool add: a: /),
  })
  await expect(call('nothing')).rejects.toMatchObject({ wire: { code: -32602 }, message: 'Tool nothing not found' })
  await expect(call('lies')).rejects.toMatchObject({ wire: { code: -32603 } })
})

test('R-286 R-288: enable, disable, update and remove, each with a list_changed', async () => {
  const { app, tool, host, channel, methods } = await withTools()
  await app.connect(channel)
  const changes = (): number => methods().filter((method) => method === 'notifications/tools/list_changed').length
  const names = async (): Promise<string[]> =>
    (await host.request('tools/list', {})).tools.map(({ description }) => String(description))
  expect(changes()).toBe(0)
  tool.disable()
  expect(await names()).toEqual([])
  await expect(host.request('tools/call', { name: 'add' })).rejects.toThrow('Tool add is disabled')
  tool.enable()
  tool.update({ description: 'Sums' })
  expect(await names()).toEqual(['Sums'])
  tool.remove()
  expect(await names()).toEqual([])
  await until(() => changes() === 4)
  tool.remove()
  expect(() => {
    app.registerTool('add', {}, () => ({ content: [] }))
    app.registerTool('add', {}, () => ({ content: [] }))
  }).toThrow('Could not register the tool "add": this name is already registered')
})

test('a schema that nothing can convert to JSON Schema is refused at once, with the fix', async () => {
  const { app } = await withTools()
  expect(() => app.registerTool('loose', { inputSchema: v.object({ x: v.string() }) }, () => ({ content: [] }))).toThrow(
    'Could not register the tool "loose": its schema has no Standard JSON Schema. Add describeSchema of casement/view',
  )
})

test('a stale handle does not remove a tool that was registered later under the same name', async () => {
  const { app, tool, host, channel } = await withTools()
  tool.remove()
  app.registerTool('add', { description: 'Second' }, () => ({ content: [] }))
  tool.remove()
  await app.connect(channel)
  expect((await host.request('tools/list', {})).tools).toMatchObject([{ name: 'add', description: 'Second' }])
})

test('the handler of a tool validates, so that another oncalltool can use it', async () => {
  const { tool } = await withTools()
  const extra = { signal: new AbortController().signal }
  expect(await tool.handler({ a: 1, b: 2 }, extra)).toMatchObject({ structuredContent: { sum: 3 } })
  await expect(tool.handler({ a: 1 }, extra)).rejects.toThrow('Invalid input for tool add')
  tool.disable()
  await expect(tool.handler({ a: 1, b: 2 }, extra)).rejects.toThrow('Tool add is disabled')
})

test('remove() of a tool that was removed before does not remove the one that was registered later', async () => {
  const { app, tool, host, channel } = await withTools()
  await app.connect(channel)
  tool.remove()
  app.registerTool('add', { description: 'Another' }, () => ({ content: [] }))
  tool.remove()
  expect((await host.request('tools/list', {})).tools).toMatchObject([{ name: 'add', description: 'Another' }])
})

test('R-288: too late to declare tools is said, and without tools the host hears that there are none', async () => {
  const { app, host } = await connectedHost()
  expect(() => app.use(appTools).registerTool('late', {}, () => ({ content: [] }))).toThrow('the View is connected')
  await expect(host.request('tools/list', {})).rejects.toMatchObject({ code: 'UNSUPPORTED' })
})

test('oncalltool and onlisttools answer without the feature', async () => {
  const { app, host } = await connectedHost({}, { tools: {} })
  app.onlisttools = () => ({ tools: [] })
  app.oncalltool = ({ name }) => ({ content: [{ type: 'text', text: name }] })
  expect(await host.request('tools/list', {})).toEqual({ tools: [] })
  expect(await host.request('tools/call', { name: 'mine' })).toEqual({ content: [{ type: 'text', text: 'mine' }] })
})
