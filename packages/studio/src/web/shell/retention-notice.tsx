import type { StoreSettings } from '@casement/gateway/api'
import { useEffect, useState, type ReactElement } from 'react'
import { Button } from '../design/button.tsx'
import { Notice } from '../design/feedback.tsx'
import { useStore } from '../store.ts'
import { useStudio } from '../studio.ts'

/** Announces conversations that are about to be deleted by age, while that can still be prevented. */
export function RetentionNotice(): ReactElement | null {
  const { api, conversations, toasts } = useStudio()
  const count = useStore(conversations.list)?.length
  const [settings, setSettings] = useState<StoreSettings>()
  const [dismissed, setDismissed] = useState('')
  useEffect(() => {
    // Until the gateway responds there is nothing to announce, and the list itself reports that.
    if (count !== undefined) api.settings().then(setSettings, () => {})
  }, [count])
  const { expiring = 0, deleted = 0, retentionDays } = settings ?? {}
  const announced = `${expiring} ${deleted}`
  if ((expiring === 0 && deleted === 0) || dismissed === announced) return null
  const keep = (): void =>
    void api
      .putSettings({ retentionDays: null })
      .then(setSettings)
      .catch((error: unknown) => toasts.fail('Not changed', error))
  return (
    <Notice
      tone="warning"
      icon="warning"
      title={titleOf(expiring, deleted)}
      actions={
        <>
          <Button size="small" look="primary" onClick={keep}>
            Keep all conversations
          </Button>
          <Button size="small" onClick={() => setDismissed(announced)}>
            Dismiss
          </Button>
        </>
      }
    >
      Conversations are hidden {retentionDays} days after their last change, and deleted a week later. If these are more recent,
      correct the clock of the machine that runs Casement.
    </Notice>
  )
}

const titleOf = (expiring: number, deleted: number): string =>
  [
    ...(expiring > 0 ? [`${nameOf(expiring)} about to be hidden`] : []),
    ...(deleted > 0 ? [`${nameOf(deleted)} hidden and will be deleted within a week`] : []),
  ].join(', ')

const nameOf = (conversations: number): string =>
  conversations === 1 ? '1 conversation is' : `${conversations} conversations are`
