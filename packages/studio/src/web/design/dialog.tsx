import { Dialog as Base } from '@base-ui/react/dialog'
import type { ReactElement, ReactNode } from 'react'
import { Icon } from './icon.tsx'

/** The props of a dialog or a sheet. */
export interface DialogProps {
  readonly open: boolean
  readonly onClose: () => void
  readonly title: string
  readonly description?: ReactNode
  readonly children: ReactNode
}

/** A question or a form over the page. Escape and the backdrop close it; the focus goes back to where it was. */
export function Dialog({
  open,
  onClose,
  title,
  description,
  wide,
  full,
  children,
}: DialogProps & { readonly wide?: boolean; /** As large as the window. */ readonly full?: boolean }): ReactElement {
  return (
    <Base.Root open={open} onOpenChange={(next) => !next && onClose()}>
      <Base.Portal>
        <Base.Backdrop className="backdrop" />
        <Base.Popup className="dialog" {...(wide && { 'data-wide': '' })} {...(full && { 'data-full': '' })}>
          <div className="dialog-head">
            <div>
              <Base.Title className="dialog-title">{title}</Base.Title>
              {description && <Base.Description className="dialog-description">{description}</Base.Description>}
            </div>
            {/* Without a tooltip: it would open with the focus, and take the first Escape. */}
            <Base.Close className="button" data-look="ghost" data-size="small" data-icon-only="" aria-label="Close">
              <Icon name="close" />
            </Base.Close>
          </div>
          <div className="dialog-body">{children}</div>
        </Base.Popup>
      </Base.Portal>
    </Base.Root>
  )
}

/** A panel that slides in on narrow screens. */
export function Sheet({
  open,
  onClose,
  title,
  side,
  children,
}: DialogProps & { readonly side: 'left' | 'bottom' }): ReactElement {
  return (
    <Base.Root open={open} onOpenChange={(next) => !next && onClose()}>
      <Base.Portal>
        <Base.Backdrop className="backdrop" />
        <Base.Popup className="sheet" data-side={side}>
          <Base.Title className="visually-hidden">{title}</Base.Title>
          {children}
        </Base.Popup>
      </Base.Portal>
    </Base.Root>
  )
}
