import type { ReactElement } from 'react'
import { Dialog } from '../design/dialog.tsx'
import { Keys } from '../design/feedback.tsx'
import { useStudio } from '../studio.ts'
import { commandsOf } from './commands.ts'
import { showKeys } from './use-shortcuts.ts'

const IN_PLACE = [
  { title: 'Run the tool or send the message', keys: 'Mod+Enter' },
  { title: 'Close the open panel or dialog', keys: 'Escape' },
  { title: 'Next or previous message', keys: '↓ ↑' },
  { title: 'Messages: go to the matching request or response', keys: 'P' },
  { title: 'Messages: mark for comparison', keys: 'D' },
  { title: 'Messages: follow the latest', keys: 'F' },
]

/** All keyboard shortcuts. */
export function Shortcuts({ onClose }: { readonly onClose: () => void }): ReactElement {
  const commands = commandsOf(useStudio()).flatMap(({ title, keys }) => (keys ? [{ title, keys }] : []))
  return (
    <Dialog open onClose={onClose} title="Keyboard shortcuts">
      <dl className="shortcut-list">
        {[...commands, ...IN_PLACE].map(({ title, keys }) => (
          <div key={title}>
            <dt>{title}</dt>
            <dd>
              <Keys>{showKeys(keys)}</Keys>
            </dd>
          </div>
        ))}
      </dl>
    </Dialog>
  )
}
