import { expect, test } from 'vitest'
import { examine } from './examine.ts'
import { page, targetOf } from './test-support/fixture-server.ts'
import { withContent } from './test-support/fixture.ts'

const SIZE = 200_000
const many = (text: string): string => text.repeat(SIZE / text.length)

// Each of these once took minutes, or would with a pattern that starts over at every character.
const DOCUMENTS: Readonly<Record<string, string>> = {
  'tags that never end': many('<a '),
  'quotes that never end': many('<a "'),
  'comments that never end': many('<!-- '),
  'scripts that never end': many('<script>'),
  'empty lines in a script': page('', many('\n')),
  'comments in a script that never end': page('', many('/* ')),
  'imports without end': page(`<script type="module">${many('import "a";')}</script>`, ''),
  'calls without end': page('', many('parent.postMessage(')),
  'selectors without a rule': page(`<style>${many('body,')}</style>`),
  'rules without end': page(`<style>${many('body{')}</style>`),
  'comments in a style that never end': page(`<style>${many('/* ')}</style>`),
}

test.each(Object.entries(DOCUMENTS))('%s take no time', async (_, text) => {
  // Of the processor, not of the clock: a machine that is busy with something else proves nothing.
  const start = process.cpuUsage()
  await examine(targetOf(withContent({ text })), { static: true })
  const { user, system } = process.cpuUsage(start)
  expect((user + system) / 1000).toBeLessThan(5_000)
})
