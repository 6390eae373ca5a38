import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { readTrace } from '../packages/casement/src/testing/trace/index.ts'
import { root } from '../scripts/setup.mjs'
import { lifecycleDrawings, rowsOf } from '../site/drawing/lifecycle-drawings.mjs'
import { recordLifecycle } from '../site/recording/record-lifecycle.mjs'

const kept = readFileSync(join(root, 'docs/recordings/lifecycle.jsonl'), 'utf8')

// It is sent when the size of the page settles after the handshake, which is not always.
const SOMETIMES = new Set(['ui/notifications/host-context-changed'])

/**
 * The senders, receivers and methods of a recording. The order is left out, because the browser decides when sizes are reported.
 */
const said = (file: string): string[] => {
  const arrows = rowsOf(readTrace(file)).flatMap((row) => (row.kind === 'arrow' && !SOMETIMES.has(row.method) ? [row] : []))
  return [...new Set(arrows.map(({ from, to, label }) => `${from} to ${to}: ${label}`))].toSorted()
}

test('the drawings of the life of a View show what the recording holds', () => {
  for (const [name, svg] of Object.entries(lifecycleDrawings(readTrace(kept))))
    expect(
      svg === readFileSync(join(root, 'docs/images', name), 'utf8'),
      `${name} is old: node scripts/record-lifecycle.mjs`,
    ).toBe(true)
})

test('a View of today says and hears what was recorded', async () => {
  expect(said(await recordLifecycle()), 'docs/recordings is old: node scripts/record-lifecycle.mjs').toEqual(said(kept))
})
