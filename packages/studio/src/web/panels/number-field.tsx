import { useId, type ReactElement } from 'react'

/** A number of pixels. It takes effect on blur or Enter, so that a half-typed number is never used. */
export function NumberField({
  label,
  value,
  onChange,
  placeholder,
}: {
  readonly label: string
  readonly value: number | undefined
  readonly onChange: (value: number | undefined) => void
  readonly placeholder?: string
}): ReactElement {
  const id = useId()
  const take = (text: string): void => {
    const next = text === '' ? undefined : Math.max(0, Math.round(Number(text)))
    if (next !== value && !Number.isNaN(next)) onChange(next)
  }
  return (
    <div className="field">
      <label htmlFor={id}>{label}</label>
      <input
        key={value}
        id={id}
        className="input"
        type="number"
        min={0}
        inputMode="numeric"
        defaultValue={value}
        placeholder={placeholder}
        onBlur={({ target }) => take(target.value)}
        onKeyDown={({ key, currentTarget }) => key === 'Enter' && take(currentTarget.value)}
      />
    </div>
  )
}
