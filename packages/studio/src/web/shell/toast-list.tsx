import type { ReactElement } from 'react'
import { Button, IconButton } from '../design/button.tsx'
import { Notice } from '../design/feedback.tsx'
import { useStore } from '../store.ts'
import { useStudio } from '../studio.ts'

/** The toasts in the corner of the page. */
export function ToastList(): ReactElement {
  const { toasts } = useStudio()
  const shown = useStore(toasts.shown)
  return (
    <section className="toasts" aria-label="Notifications">
      {shown.map(({ id, tone, title, detail, again }) => (
        <div key={id} className="toast">
          <Notice
            tone={tone}
            title={title}
            actions={
              <>
                {again && (
                  <Button size="small" onClick={again}>
                    Try again
                  </Button>
                )}
                <IconButton icon="close" label="Dismiss" size="small" onClick={() => toasts.dismiss(id)} />
              </>
            }
          >
            {detail}
          </Notice>
        </div>
      ))}
    </section>
  )
}
