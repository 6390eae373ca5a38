import type { ReactElement, ReactNode } from 'react'
import { Icon, type IconName } from './icon.tsx'

/** The meaning for the user. */
export type Tone = 'neutral' | 'accent' | 'info' | 'success' | 'warning' | 'danger'

/** A badge next to a label. */
export function Badge({
  tone = 'neutral',
  children,
  title,
}: {
  readonly tone?: Tone
  readonly children: ReactNode
  readonly title?: string
}): ReactElement {
  return (
    <span className="badge" data-tone={tone} title={title}>
      {children}
    </span>
  )
}

/** A coloured dot; `label` is its text. */
export function Dot({ tone, label }: { readonly tone: Tone | 'busy'; readonly label: string }): ReactElement {
  return <span className="dot" data-tone={tone} role="img" aria-label={label} title={label} />
}

/** A notice, with an action. */
export function Notice({
  tone = 'neutral',
  icon,
  title,
  children,
  actions,
}: {
  readonly tone?: Tone
  readonly icon?: IconName
  readonly title: string
  readonly children?: ReactNode
  readonly actions?: ReactNode
}): ReactElement {
  return (
    <div className="notice" data-tone={tone} role={tone === 'danger' ? 'alert' : 'status'}>
      {icon && <Icon name={icon} />}
      <div>
        <strong>{title}</strong>
        {children}
      </div>
      {actions}
    </div>
  )
}

/** An empty state, with the action that changes it. */
export function Empty({
  icon,
  title,
  children,
}: {
  readonly icon: IconName
  readonly title: string
  readonly children?: ReactNode
}): ReactElement {
  return (
    <div className="empty">
      <Icon name={icon} />
      <h2>{title}</h2>
      {children}
    </div>
  )
}

/** The place of something that is on its way. */
export function Skeleton({
  width = '100%',
  height = 14,
}: {
  readonly width?: string | number
  readonly height?: number
}): ReactElement {
  return <div className="skeleton" style={{ width, height }} aria-hidden="true" />
}

/** Reports progress; `part` is the completed part, from 0 to 1, if known. */
export function Progress({ label, part }: { readonly label: string; readonly part?: number | undefined }): ReactElement {
  if (part === undefined) return <div className="progress" role="progressbar" aria-label={label} />
  const percent = Math.round(part * 100)
  return (
    <div className="progress" role="progressbar" aria-label={label} aria-valuenow={percent} data-known="">
      <div style={{ width: `${percent}%` }} />
    </div>
  )
}

/** Keys on a keyboard. */
export function Keys({ children }: { readonly children: ReactNode }): ReactElement {
  return <kbd className="kbd">{children}</kbd>
}
