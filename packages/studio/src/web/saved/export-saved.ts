import type { SavedCall, ServerEntry } from '@casement/gateway/api'
import { splitCommand } from '../shell/split-command.ts'

/** Saved calls as a test file for the test kit. It needs `casement` and Vitest and, for a server that is not an app in the same process, the SDK. */
export function exportSaved(calls: readonly SavedCall[], server: Pick<ServerEntry, 'name' | 'kind' | 'address'>): string {
  const { kind } = server
  const { imports, connect } = connectionTo(server)
  const rows = calls.map(({ name, tool, input, expected }) => ({ name, tool, input, ...(expected && { expected }) }))
  return `import { clientOf } from 'casement/testing'
${imports}
import { ${kind === 'built-in' ? '' : 'afterAll, beforeAll, '}expect, test } from 'vitest'

interface SavedCall {
  readonly name: string
  readonly tool: string
  readonly input: Record<string, unknown>
  /** The fields that the result must have. */
  readonly expected?: Record<string, unknown>
}

interface Result {
  readonly isError?: boolean
}

${connect}const calls: SavedCall[] = ${JSON.stringify(rows, null, 2)}

for (const { name, tool, input, expected } of calls) {
  test(name, async () => {
    const client = await clientOf(server)
    const result = (await client.callTool({ name: tool, arguments: input })) as Result
    expect(result.isError ?? false, JSON.stringify(result)).toBe(expected?.['isError'] ?? false)
    if (expected) expect({ isError: false, ...result }).toMatchObject(expected)
  })
}
`
}

function connectionTo({ kind, address }: Pick<ServerEntry, 'kind' | 'address'>): { imports: string; connect: string } {
  if (kind === 'built-in')
    return {
      imports: `import { app as server } from './app.ts' // the app of defineApp, or any MCP client`,
      connect: '',
    }
  const transport = kind === 'http' ? 'StreamableHTTPClientTransport' : 'StdioClientTransport'
  const [command = '', ...args] = splitCommand(address)
  const made =
    kind === 'http'
      ? `new StreamableHTTPClientTransport(new URL(${JSON.stringify(address)}))`
      : `new StdioClientTransport({ command: ${JSON.stringify(command)}, args: ${JSON.stringify(args)} })`
  return {
    imports:
      kind === 'http'
        ? `import { Client, ${transport} } from '@modelcontextprotocol/client'`
        : `import { Client } from '@modelcontextprotocol/client'\nimport { ${transport} } from '@modelcontextprotocol/client/stdio'`,
    connect: `const server = new Client({ name: 'saved-calls', version: '1.0.0' })\nbeforeAll(() => server.connect(${made}))\nafterAll(() => server.close())\n\n`,
  }
}

/** The name of the file. */
export const savedFileName = (server: string): string => `${server.replaceAll(/[^\w.-]+/g, '-')}.calls.test.ts`
