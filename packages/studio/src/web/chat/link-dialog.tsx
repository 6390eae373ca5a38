import { useEffect, useRef, useState, type ReactElement } from 'react'
import { Button } from '../design/button.tsx'
import { Dialog } from '../design/dialog.tsx'
import { useStore } from '../store.ts'
import { useStudio } from '../studio.ts'
import type { LinkedCall } from './deep-link.ts'
import { visibleJson } from './visible-json.ts'

/** Asks for confirmation before a call from an external link. */
export function LinkDialog(): ReactElement {
  const { linkedCall } = useStudio()
  const call = useStore(linkedCall)
  return (
    <Dialog
      open={call !== undefined}
      onClose={() => call?.decide('cancel')}
      title="Run this tool call?"
      description="A link from outside the Studio opened this page. Nothing has run yet. Run it only if you trust where the link came from."
    >
      {call && <Question call={call} />}
    </Dialog>
  )
}

function Question({ call }: { readonly call: LinkedCall }): ReactElement {
  const { server, tool, input, decide } = call
  const { servers } = useStudio()
  useStore(servers.tools)
  const description = servers.find(server, tool)?.tool.description
  const isArmed = useArmed()
  const cancel = useRef<HTMLButtonElement>(null)
  // Not on what runs it: a key that was pressed for another page must not decide.
  useEffect(() => cancel.current?.focus(), [])
  return (
    <>
      <dl className="facts link-call">
        <dt>Server</dt>
        <dd>
          <bdi>{visibleText(server)}</bdi>
        </dd>
        <dt>Tool</dt>
        <dd>
          <bdi>
            <code>{visibleText(tool)}</code>
          </bdi>
        </dd>
        {description !== undefined && (
          <>
            <dt>Description</dt>
            <dd className="clamp">{description}</dd>
          </>
        )}
        <dt id="link-arguments">Arguments</dt>
        <dd>
          {/* Scrolls, and so that it does from the keyboard it can be focused */}
          <pre className="json" role="region" aria-labelledby="link-arguments" tabIndex={0} dir="ltr">
            {visibleJson(input)}
          </pre>
        </dd>
      </dl>
      <div className="dialog-actions">
        <button type="button" className="button" data-look="plain" ref={cancel} onClick={() => decide('cancel')}>
          Cancel
        </button>
        <Button onClick={() => decide('edit')}>Edit first</Button>
        <Button look="primary" icon="play" disabled={!isArmed} onClick={() => decide('run')}>
          Run
        </Button>
      </div>
    </>
  )
}

const visibleText = (text: string): string => visibleJson(text).slice(1, -1)

const ARM_DELAY_MS = 700

/** False until there was no click or key for a moment: one that began on another page must not run anything here. */
function useArmed(): boolean {
  const [isArmed, setArmed] = useState(false)
  useEffect(() => {
    let timer = setTimeout(() => setArmed(true), ARM_DELAY_MS)
    const wait = (): void => {
      clearTimeout(timer)
      timer = setTimeout(() => setArmed(true), ARM_DELAY_MS)
    }
    addEventListener('pointerdown', wait, true)
    addEventListener('keydown', wait, true)
    return () => {
      clearTimeout(timer)
      removeEventListener('pointerdown', wait, true)
      removeEventListener('keydown', wait, true)
    }
  }, [])
  return isArmed
}
