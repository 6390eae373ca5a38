import { expect, test } from 'vitest'
import { compareApi } from './api-comparison.ts'

/** Names that differ on purpose, with the reason. */
const EXCEPTIONS: Readonly<Record<string, string>> = {}

test.each([
  { official: '@mcp-ui/client', ours: '@casement/mcp-ui-client' },
  { official: 'mcp-ui-client-5', ours: '@casement/mcp-ui-client' },
  { official: '@mcp-ui/server', ours: '@casement/mcp-ui-server' },
  { official: 'mcp-ui-server-5', ours: '@casement/mcp-ui-server/v5' },
  { official: 'mcp-ui-server-5', ours: '@casement/mcp-ui-server-5' },
])('$ours has the names and types of $official', (pair) => {
  const differences = compareApi([pair]).filter(({ entry, name }) => !(`${entry} ${name}` in EXCEPTIONS))
  expect(differences).toEqual([])
})
