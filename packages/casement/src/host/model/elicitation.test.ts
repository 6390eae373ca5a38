import { describe, expect, test, vi } from 'vitest'
import { ELICITATION_CAPABILITY, type ElicitRequest } from './elicitation.ts'
import { resultUiUri } from './result-ui.ts'
import { INTRODUCTION, settled, stage, type Staged } from '../test-support/staged.ts'

const ASKS = {
  ...INTRODUCTION,
  appCapabilities: { tools: {}, experimental: { [ELICITATION_CAPABILITY]: { tool: 'ask' } } },
}
const QUESTION: ElicitRequest = {
  message: 'How many?',
  requestedSchema: { type: 'object', properties: { count: { type: 'number' } }, required: ['count'] },
}

/** Answers the call of the View's tool. */
async function answered({ sent, post }: Staged, structuredContent: unknown): Promise<unknown> {
  const call = await vi.waitUntil(() => sent.findLast(({ method }) => method === 'tools/call'))
  post({ id: call.id, result: { content: [], structuredContent } })
  return call.params
}

describe('a View that asks the user for the server', () => {
  test('is asked by its own tool, and its answer is checked and audited', async () => {
    const staged = await stage({ elicitation: true })
    const { result } = await staged.shake(ASKS)
    expect(result?.['hostCapabilities']).toMatchObject({ experimental: { [ELICITATION_CAPABILITY]: {} } })
    expect(staged.bridge.canElicit).toBe(true)
    const answer = staged.bridge.elicit(QUESTION)
    expect(await answered(staged, { action: 'accept', content: { count: 3 } })).toMatchObject({
      name: 'ask',
      arguments: QUESTION,
    })
    expect(await answer).toEqual({ action: 'accept', content: { count: 3 } })
    expect(staged.audit).toMatchObject([{ method: ELICITATION_CAPABILITY, decision: 'allowed' }])
  })

  test.for<[name: string, structured: unknown]>([
    ['not what was asked for', { action: 'accept', content: { count: 'three' } }],
    ['no content', { action: 'accept' }],
    ['no action', { content: { count: 3 } }],
    ['nothing', undefined],
  ])('%s is no answer', async ([, structured]) => {
    const staged = await stage({ elicitation: true })
    await staged.shake(ASKS)
    const answer = staged.bridge.elicit(QUESTION)
    const failed = answer.catch((error: unknown) => error)
    await answered(staged, structured)
    expect(await failed).toMatchObject({ code: 'INVALID_MESSAGE' })
  })

  test('may say that the user declined, and then says nothing else', async () => {
    const staged = await stage({ elicitation: true })
    await staged.shake(ASKS)
    const answer = staged.bridge.elicit(QUESTION)
    await answered(staged, { action: 'decline', content: { count: 3 } })
    expect(await answer).toEqual({ action: 'decline' })
  })

  test('is not asked unless both sides want it', async () => {
    const [off, other] = [await stage(), await stage({ elicitation: true })]
    await off.shake(ASKS)
    await other.shake(INTRODUCTION)
    for (const { bridge } of [off, other]) {
      expect(bridge.canElicit).toBe(false)
      await expect(bridge.elicit(QUESTION)).rejects.toMatchObject({ code: 'UNSUPPORTED' })
    }
  })

  test('does not offer that tool to the model', async () => {
    const staged = await stage({ elicitation: true })
    await staged.shake(ASKS)
    const listed = staged.bridge.appTools.list()
    await settled()
    const tool = (name: string): object => ({ name, inputSchema: { type: 'object' } })
    staged.post({ id: staged.sent.at(-1)?.id, result: { tools: [tool('ask'), tool('draw')] } })
    expect((await listed).map(({ tool: { name } }) => name)).toEqual(['test-app__draw'])
  })
})

test.each([
  [{ 'dev.casement/result-ui': { resourceUri: 'ui://a/b' } }, 'ui://a/b'],
  [{ 'dev.casement/result-ui': { resourceUri: 'https://a/b' } }, undefined],
  [{ 'dev.casement/result-ui': 'ui://a/b' }, undefined],
  [undefined, undefined],
])('the view that a result with %o asks for is %s', (_meta, uri) => {
  expect(resultUiUri({ _meta })).toBe(uri)
})
