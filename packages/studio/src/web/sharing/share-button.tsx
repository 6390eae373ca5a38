import type { NewShare, Share } from '@casement/gateway/api'
import { useEffect, useState, type ReactElement } from 'react'
import { Button, IconButton } from '../design/button.tsx'
import { copyText } from '../design/copy-text.ts'
import { Dialog } from '../design/dialog.tsx'
import { Notice } from '../design/feedback.tsx'
import { useStore } from '../store.ts'
import { useStudio } from '../studio.ts'
import { createSharingApi } from './sharing-api.ts'

/** Opens the links to a conversation. Nothing where the gateway has one user. */
export function ShareButton({ conversation }: { readonly conversation: string }): ReactElement | null {
  const { session } = useStudio()
  const state = useStore(session)
  const [isOpen, setOpen] = useState(false)
  if (state.at !== 'ready' || !state.info.canShare) return null
  return (
    <>
      <IconButton icon="link" label="Share" onClick={() => setOpen(true)} />
      <Dialog
        open={isOpen}
        onClose={() => setOpen(false)}
        title="Share this conversation"
        description="Other users of this gateway can read it with the link, including what you add later. They cannot change it, and tools run with their own rights."
      >
        {isOpen && <Links conversation={conversation} />}
      </Dialog>
    </>
  )
}

function Links({ conversation }: { readonly conversation: string }): ReactElement {
  const { api, toasts } = useStudio()
  const sharing = createSharingApi(api)
  const [links, setLinks] = useState<readonly Share[]>([])
  const [created, setCreated] = useState<NewShare>()
  const attempt = (title: string, work: () => Promise<void>): void =>
    void work().catch((error: unknown) => toasts.fail(title, error))
  const load = async (): Promise<void> => setLinks(await sharing.list(conversation))
  useEffect(() => attempt('Links not loaded', load), [conversation])
  const create = async (): Promise<void> => {
    setCreated(await sharing.create(conversation))
    await load()
  }
  const revoke = async (id: string): Promise<void> => {
    await sharing.revoke(id)
    if (created?.id === id) setCreated(undefined)
    await load()
  }
  return (
    <div className="form">
      {created && <CreatedLink link={new URL(created.path, location.href).href} />}
      {links.length > 0 && (
        <ul className="share-links" aria-label="Links to this conversation">
          {links.map(({ id, createdAt }) => (
            <li key={id}>
              <span>
                Created <time dateTime={new Date(createdAt).toISOString()}>{new Date(createdAt).toLocaleString()}</time>
              </span>
              <Button size="small" look="danger" onClick={() => attempt('Not revoked', () => revoke(id))}>
                Revoke
              </Button>
            </li>
          ))}
        </ul>
      )}
      <div className="dialog-actions">
        <Button look={created ? 'plain' : 'primary'} icon="plus" onClick={() => attempt('No link created', create)}>
          Create a link
        </Button>
      </div>
    </div>
  )
}

/** A new link. Its secret is not stored, so this is the only time that it can be copied. */
function CreatedLink({ link }: { readonly link: string }): ReactElement {
  const { toasts } = useStudio()
  return (
    <Notice
      tone="success"
      title="Copy the link now. It is not shown again."
      actions={
        <Button size="small" icon="copy" onClick={() => copyText(toasts, link, () => toasts.tell('Copied'))}>
          Copy the link
        </Button>
      }
    >
      <input className="input" aria-label="Link" readOnly value={link} onFocus={({ target }) => target.select()} />
    </Notice>
  )
}
