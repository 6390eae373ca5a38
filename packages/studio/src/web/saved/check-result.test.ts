import { expect, test } from 'vitest'
import { checkResult } from './check-result.ts'

const text = (value: string, isError?: boolean) => ({
  content: [{ type: 'text' as const, text: value }],
  ...(isError !== undefined && { isError }),
})

test('without an expectation, a call passes unless the tool reports an error', () => {
  expect(checkResult({}, text('a'))).toEqual({ status: 'passed' })
  expect(checkResult({}, text('a', false))).toEqual({ status: 'passed' })
  expect(checkResult({}, text('no such city', true))).toMatchObject({
    status: 'failed',
    reason: 'The tool reported an error: no such city',
  })
})

test('a result must have every field that is expected, in any order, and may have more', () => {
  const result = { ...text('a'), structuredContent: { city: 'Rome', at: 7 }, _meta: { took: 3 } }
  expect(checkResult({ expected: { structuredContent: { city: 'Rome' } } }, result)).toEqual({ status: 'passed' })
  expect(checkResult({ expected: { structuredContent: { at: 7, city: 'Rome' }, ...text('a') } }, result).status).toBe('passed')
  expect(checkResult({ expected: { structuredContent: { city: 'Bern' } } }, result)).toMatchObject({
    status: 'failed',
    reason: 'The result differs at /structuredContent/city.',
    differences: [{ kind: 'changed', before: 'Bern', after: 'Rome' }],
  })
  expect(checkResult({ expected: { structuredContent: { wind: 1 } } }, result).status).toBe('failed')
})

test('a list with more or fewer items is another list', () => {
  const result = {
    content: [],
    structuredContent: {
      rows: [
        { id: 1, x: 0 },
        { id: 2, x: 0 },
      ],
    },
  }
  const rows = (...ids: number[]) => ({ expected: { structuredContent: { rows: ids.map((id) => ({ id })) } } })
  expect(checkResult(rows(1, 2), result).status).toBe('passed')
  expect(checkResult(rows(1), result).status).toBe('failed')
  expect(checkResult(rows(1, 2, 3), result).status).toBe('failed')
})

test('an error can be expected, and a success is not one', () => {
  const expected = text('no trains', true)
  expect(checkResult({ expected }, text('no trains', true)).status).toBe('passed')
  expect(checkResult({ expected }, text('no trains'))).toMatchObject({ status: 'failed', reason: 'The tool reported no error.' })
  expect(checkResult({ expected: text('no trains') }, text('no trains', true)).status).toBe('failed')
})
