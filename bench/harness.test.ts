import { expect, test } from 'vitest'
import { cpuTime, elapsed, format, median, perSecond, replaceSection, runSuite, type Comparison } from './harness.mjs'

async function bench(comparison: Partial<Comparison> & Pick<Comparison, 'systems'>): Promise<string> {
  const run = await runSuite({
    name: 'trial',
    title: 'A trial',
    run: (harness) => harness.compare({ title: 'table', unit: 'ms', baseline: 'a', rounds: 3, warmup: 1, ...comparison }),
  })
  return run.markdown
}

const figures = (name: string, ...list: number[]) => ({ name, measure: () => list.shift() ?? Number.NaN })

function fail(): never {
  throw new Error('lost the browser')
}

test('each round measures every system once and starts with another', async () => {
  const order: string[] = []
  const system = (name: string) => ({ name, measure: () => order.push(name) })
  await bench({ systems: ['a', 'b', 'c'].map(system) })
  expect(order.join('')).toBe('abcbcacababc')
})

test('the table holds median, spread and ratio, and leaves the warm-up out', async () => {
  const markdown = await bench({ systems: [figures('a', 9999, 2, 1, 3), figures('b', 9999, 50, 10, 20)] })
  expect(markdown).toMatch(/\| a +\| +2 \| +1 – 3 \| +1 \|/)
  expect(markdown).toMatch(/\| b +\| +20 \| +10 – 50 \| +10 × slower \|/)
})

test('a ratio is that of a usual round, not that of two medians', async () => {
  const ratios: number[] = []
  await runSuite({
    name: 'trial',
    title: 'A trial',
    async run(harness) {
      const systems = [figures('a', 1, 10, 3), figures('b', 2, 20, 30)]
      const table = await harness.compare({ title: 'table', unit: 'ms', baseline: 'a', rounds: 3, warmup: 0, systems })
      ratios.push(table.ratio('b', 'a'), table.median('b') / table.median('a'))
    },
  })
  expect(ratios).toEqual([2, 20 / 3])
})

test('a matrix has a row for each case, with the share of a usual round and empty cells for systems without a figure', async () => {
  const shares: number[] = []
  const next = (...list: number[]) => figures('', ...list).measure
  const { markdown } = await runSuite({
    name: 'trial',
    title: 'A trial',
    async run(harness) {
      const table = await harness.compareCases({
        title: 'table',
        unit: 'ms',
        systems: ['a', 'b', 'floor'],
        cases: [
          { name: 'cold', rounds: 3, warmup: 1, measure: { a: next(9999, 1, 10, 3), b: next(9999, 2, 20, 30), floor: () => 1 } },
          { name: 'warm', rounds: 1, warmup: 0, note: 'with a note', measure: { a: () => 3, b: () => 4 } },
        ],
      })
      shares.push(table.share('cold'), table.share('warm'))
    },
  })
  expect(shares).toEqual([0.5, 0.75])
  expect(markdown).toMatch(/\| cold \| 3 \(1 – 10\) \| 20 \(2 – 30\) \| +1 \(1 – 1\) \| +50 % \| +3 \|/)
  expect(markdown).toMatch(/\| warm \| +3 \(3 – 3\) \| +4 \(4 – 4\) \| +\| +75 % \| +1 \| with a note \|/)
})

test('where more is better, the larger figure is the faster one', async () => {
  const systems = [
    { name: 'a', measure: () => 10 },
    { name: 'b', measure: () => 40, note: 'with a note' },
  ]
  expect(await bench({ better: 'higher', systems })).toMatch(/\| b +\| +40 \| +40 – 40 \| 4 × faster \| with a note \|/)
})

test('a failing system fails the run, after every teardown', async () => {
  const closed: string[] = []
  const systems = [
    { name: 'a', measure: () => 1, teardown: () => closed.push('a') },
    { name: 'b', measure: fail, teardown: () => closed.push('b') },
  ]
  await expect(bench({ systems })).rejects.toThrow('lost the browser')
  expect(closed).toEqual(['a', 'b'])
})

test('a missed target is said to be missed', async () => {
  const { markdown, targets } = await runSuite({
    name: 'trial',
    title: 'A trial',
    run(harness) {
      harness.target('twice as fast', false, '1.5 times')
      harness.target('half the size', true, '40 %')
    },
  })
  expect(markdown).toContain('- **missed**: twice as fast (1.5 times)\n- met: half the size (40 %)')
  expect(targets.map(({ met }) => met)).toEqual([false, true])
})

test('a section takes the place of its former self and leaves the others alone', () => {
  const two = replaceSection(replaceSection('# Benchmarks\n', 'one', 'old'), 'two', 'other')
  const next = replaceSection(two, 'one', 'new')
  expect(next).toBe(two.replace('old', 'new'))
  expect(next).toMatch(/^# Benchmarks\n\n<!-- bench:one -->\n\nnew\n\n<!-- \/bench:one -->\n\n<!-- bench:two -->/)
})

test('figures', async () => {
  expect([median([3, 1, 2]), median([4, 1, 3, 2])]).toEqual([2, 2.5])
  expect([0.01234, 1.234, 56.78, 123.4, 1234.5, 1e6].map(format)).toEqual(['0.0123', '1.23', '56.8', '123', '1,235', '1,000,000'])
  expect(await elapsed(() => 1)).toBeGreaterThanOrEqual(0)
  expect(await cpuTime(() => JSON.stringify(Array.from({ length: 10_000 })))).toBeGreaterThan(0)
  expect(await perSecond(10, () => Promise.resolve())).toBeGreaterThan(0)
})
