import { expect, test } from 'vitest'
import { type Check, expectThat, fail, notApplicable, pass } from './check.ts'
import { examine } from './examine.ts'
import { type Open, provesItself, unproven } from './proves-itself.ts'
import { tryCheck } from './try-check.ts'

interface Door {
  readonly open: boolean
}

const rule = (id: string, parts: Partial<Check<Door>>): Check<Door> => ({
  id,
  title: id,
  requirements: ['R-001'],
  tag: 'stable',
  level: 'must',
  mutant: 'shut',
  run: async () => pass,
  ...parts,
})
const isOpen = rule('door/open', { run: async ({ open }) => expectThat(open, { open }, 'an open door') })
const blind = rule('door/blind', {})
const door =
  (open: boolean): Open<Door> =>
  async () => ({ subject: { open }, close: async () => {} })

test('a report counts, and only a broken MUST or an unfinished check makes it not ok', async () => {
  const advice = rule('door/advice', { level: 'should', tag: 'draft', run: async () => fail('a', 'b') })
  const none = rule('door/none', { run: async () => notApplicable('no door') })
  const report = await examine([isOpen, advice, none], { open: true }, { name: 'front door' })
  expect(report.counts).toEqual({ pass: 1, fail: 1, 'not-applicable': 1, unfinished: 0 })
  expect(report.ok).toBe(true)
  const shut = await examine([isOpen], { open: false })
  expect(shut.ok).toBe(false)
  expect(shut.results[0]?.finding).toEqual({ verdict: 'fail', seen: '{"open":false}', wanted: 'an open door' })
})

test('a check that throws is unfinished, which is not ok', async () => {
  const throws = rule('door/throws', { level: 'should', run: () => Promise.reject(new Error('no handle')) })
  const report = await examine([throws], { open: true })
  expect(report.results[0]?.finding).toEqual({ verdict: 'unfinished', why: 'no handle' })
  expect(report.ok).toBe(false)
})

test('a check that never ends is unfinished', async () => {
  const hangs = rule('door/hangs', { run: () => new Promise<never>(() => {}) })
  expect(await tryCheck(hangs, { open: true }, 1)).toEqual({ verdict: 'unfinished', why: 'it did not end within 1 ms' })
})

test('checks are chosen by the beginning of their id and by tag', async () => {
  const draft = rule('door/draft', { tag: 'draft' })
  const ids = async (options: Parameters<typeof examine>[2]): Promise<string[]> =>
    (await examine([isOpen, draft], { open: true }, options)).results.map(({ id }) => id)
  expect(await ids({ only: ['door/o'] })).toEqual(['door/open'])
  expect(await ids({ tags: ['draft'] })).toEqual(['door/draft'])
})

test('a check that its mutant does not fail is not proven', async () => {
  const proofs = await provesItself([isOpen, blind], door(true), { shut: door(false) })
  expect(proofs.map(({ proven }) => proven)).toEqual([true, false])
  expect(unproven(proofs)).toHaveLength(1)
})

test('a mutant that is not there, or an id that is there twice, is an error', async () => {
  await expect(provesItself([isOpen], door(true), {})).rejects.toThrow('no mutant "shut"')
  await expect(provesItself([isOpen, isOpen], door(true), { shut: door(false) })).rejects.toThrow('there twice')
})
