import type { ReactElement } from 'react'
import { Dialog } from '../design/dialog.tsx'
import { Keys } from '../design/feedback.tsx'
import { useStudio } from '../studio.ts'
import { commandsOf } from './commands.ts'
import { showKeys } from './use-shortcuts.ts'

const IN_PLACE = [
  { title: 'Run the tool, or send the message', keys: 'Mod+Enter' },
  { title: 'Close what is open', keys: 'Escape' },
  { title: 'Next or previous message', keys: '↓ ↑' },
  { title: 'Among messages: to the partner', keys: 'P' },
  { title: 'Among messages: mark to compare', keys: 'D' },
  { title: 'Among messages: follow the newest', keys: 'F' },
]

/** All keys, and what they do. */
export function Shortcuts({ open, onClose }: { readonly open: boolean; readonly onClose: () => void }): ReactElement {
  const commands = commandsOf(useStudio()).flatMap(({ title, keys }) => (keys ? [{ title, keys }] : []))
  return (
    <Dialog open={open} onClose={onClose} title="Keyboard shortcuts">
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
