import { useEffect, useState, type ReactElement } from 'react'
import { useStudio } from '../studio.ts'
import { Button, IconButton } from './button.tsx'

const SAID_MS = 1600

/** Copies a text, and says that it did. Without words of its own it is an icon. */
export function CopyButton({ text, words }: { readonly text: () => string; readonly words?: string }): ReactElement {
  const { toasts } = useStudio()
  const [isCopied, setCopied] = useState(false)
  useEffect(() => {
    if (!isCopied) return undefined
    const timer = setTimeout(() => setCopied(false), SAID_MS)
    return () => clearTimeout(timer)
  }, [isCopied])
  const copy = (): void =>
    void navigator.clipboard.writeText(text()).then(
      () => setCopied(true),
      (error: unknown) => toasts.fail('Not copied', error),
    )
  const icon = isCopied ? 'check' : 'copy'
  if (words === undefined) return <IconButton icon={icon} label={isCopied ? 'Copied' : 'Copy'} size="small" onClick={copy} />
  return (
    <Button size="small" icon={icon} onClick={copy}>
      {isCopied ? 'Copied' : words}
    </Button>
  )
}
