import type { SavedCall } from '@casement/gateway/api'
import type { CallToolResult } from 'casement/protocol/schemas'
import { describeFailure } from '../api/api-failure.ts'
import { runCall } from '../chat/run-call.ts'
import type { Studio } from '../studio.ts'
import type { Outcome } from './saved-calls.ts'

/** Runs a saved call in the open conversation, where its View is shown, and checks its result. */
export async function runSaved(studio: Studio, call: SavedCall): Promise<void> {
  const { servers, conversations, saved } = studio
  const known = servers.find(call.server, call.tool)
  if (!known) return saved.setOutcome(call.id, missing(call))
  saved.setOutcome(call.id, { status: 'running' })
  const link = servers.link(call.server)
  const { finished } = runCall(conversations.current(), { known, link, by: 'person', input: { ...call.input } })
  const { result, error, status } = await finished
  saved.setOutcome(call.id, result ? await check(call, result) : failed(error ?? `The call was ${status}.`))
}

/** Runs all saved calls of a server one after the other, outside of any conversation, and checks their results. */
export async function runAllSaved(studio: Studio, server: string): Promise<void> {
  const { servers, saved } = studio
  const calls = saved.list.get().filter((call) => call.server === server)
  for (const { id } of calls) saved.setOutcome(id, { status: 'running' })
  const client = servers.link(server).as({ actor: 'person' })
  for (const call of calls) {
    try {
      const params = { name: call.tool, arguments: { ...call.input } }
      saved.setOutcome(call.id, await check(call, (await client.callTool(params)) as CallToolResult))
    } catch (error) {
      saved.setOutcome(call.id, failed(describeFailure(error).message))
    }
  }
}

async function check(call: SavedCall, result: CallToolResult): Promise<Outcome> {
  // With the first check, and not with the page.
  const { checkResult } = await import('./check-result.ts')
  return { ...checkResult(call, result), result }
}

const failed = (reason: string): Outcome => ({ status: 'failed', reason, differences: [] })

const missing = ({ server, tool }: SavedCall): Outcome =>
  failed(`${server} has no tool ${tool}. Check the state of the server under Servers.`)
