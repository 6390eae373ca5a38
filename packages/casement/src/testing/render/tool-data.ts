import type { ToolData } from '../../host/model/tool-data.ts'
import type { CallToolResult } from '../../protocol/schemas/index.ts'
import type { Found } from '../server-client.ts'
import type { RenderOptions } from './render-options.ts'

/** The data of the tool call for a View. Each part is optional. */
type Told = { readonly [K in 'input' | 'partial' | 'result']: ToolData[K] }

/** The tool data for the View: from the test, otherwise from the server. */
export function toolDataFor({ input, partial, result }: RenderOptions, { client, tool, isServed }: Found): Told {
  if (result === false) return { input, partial, result: undefined }
  if (result !== undefined || !isServed || partial) return { input, partial, result }
  const given = input ?? {}
  const called = Promise.resolve(given).then((args) => client.callTool({ name: tool.name, arguments: args }))
  return { input: given, partial, result: called as Promise<CallToolResult> }
}
