import { useId, type ReactElement, type ReactNode } from 'react'

/** A part of a panel under a heading. */
export function Section({
  title,
  hint,
  actions,
  children,
}: {
  readonly title: string
  readonly hint?: ReactNode
  readonly actions?: ReactNode
  readonly children: ReactNode
}): ReactElement {
  const heading = useId()
  return (
    <section className="panel-section" aria-labelledby={heading}>
      <header>
        <h3 id={heading}>{title}</h3>
        {actions}
      </header>
      {hint && <p className="field-hint">{hint}</p>}
      {children}
    </section>
  )
}
