import type { CallEntry } from '@casement/gateway/api'
import { writeDraft } from '../drafts.ts'
import { pickTool } from '../shell/pick-tool.ts'
import type { Studio } from '../studio.ts'
import { draftKey } from './composer-state.ts'

/** Puts a call that was made into the composer, to be changed and made again. */
export function editCall(studio: Studio, { server, tool, input }: Pick<CallEntry, 'server' | 'tool' | 'input'>): void {
  if (!studio.servers.find(server, tool)) {
    studio.toasts.fail('Not opened', new Error(`${server} has no tool ${tool}. Check the state of the server under Servers.`))
    return
  }
  fillIn(studio, { server, name: tool }, { ...input })
  pickTool(studio, server, tool)
}

/** Replaces the entered arguments of a tool. */
export function fillIn(
  { composer }: Pick<Studio, 'composer'>,
  tool: { server: string; name: string },
  input: Record<string, unknown>,
): void {
  writeDraft(`json ${draftKey(tool.server, tool.name)}`, undefined)
  composer.set((before) => ({
    ...before,
    drafts: new Map(before.drafts).set(draftKey(tool.server, tool.name), input),
    filled: before.filled + 1,
  }))
}
