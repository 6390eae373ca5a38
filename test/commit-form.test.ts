import { expect, test } from 'vitest'
import { hasCommitForm } from '../tools/commit-form.mjs'

test.each([
  ['host: queue early requests', true],
  ['host, view: let subclasses declare handlers', true],
  ['mcp-ui-client: take AppBridge from the package', true],
  ['Queue early requests', false],
  ['host:queue', false],
  [`host: ${'x'.repeat(70)}`, false],
])('%s', (subject, isRight) => {
  expect(hasCommitForm(subject)).toBe(isRight)
})
