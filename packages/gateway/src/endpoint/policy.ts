import { CasementError, readVisibility, WireCode } from 'casement/protocol'
import type { Actor } from './asker.ts'
import type { ListedTool } from './known-tools.ts'

/** Refuses a call that the tool's visibility does not allow for the actor. */
export function checkVisibility(actor: Actor, name: string, tool: ListedTool | undefined): void {
  if (actor === 'person') return
  const visibility = readVisibility(tool)
  if (visibility[actor]) return
  const who = actor === 'model' ? 'the model' : 'Views'
  const why = tool ? `The tool "${name}" is not for ${who}` : `The server lists no tool "${name}"`
  throw new CasementError('DENIED', `${why}; see _meta.ui.visibility.`, {
    cause: 'visibility',
    wire: { code: WireCode.Denied, data: { rule: 'visibility', actor } },
  })
}
