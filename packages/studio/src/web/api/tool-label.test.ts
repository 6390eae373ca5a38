import { expect, test } from 'vitest'
import { labelTool, toolText } from './tool-label.ts'

test('a tool is called by its title, with its name beside it', () => {
  const labels = [
    { name: 'show-metrics', title: 'Show metrics' },
    { name: 'show-metrics', annotations: { title: 'Metrics' } },
    { name: 'greet', title: 'greet' },
    { name: 'greet', title: '' },
  ].map(labelTool)
  expect(labels).toEqual([
    { title: 'Show metrics', name: 'show-metrics' },
    { title: 'Metrics', name: 'show-metrics' },
    { title: 'greet', name: undefined },
    { title: 'greet', name: undefined },
  ])
  expect(labels.map(toolText)).toEqual(['Show metrics (show-metrics)', 'Metrics (show-metrics)', 'greet', 'greet'])
})
