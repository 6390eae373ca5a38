import { useEffect, useState, type ReactElement } from 'react'
import { useStudio } from '../studio.ts'
import { Button, IconButton } from './button.tsx'
import { copyText } from './copy-text.ts'

const SAID_MS = 1600

/** Copies a text and confirms it. Without a label it is an icon. */
export function CopyButton({ text, words }: { readonly text: () => string; readonly words?: string }): ReactElement {
  const { toasts } = useStudio()
  const [isCopied, setCopied] = useState(false)
  useEffect(() => {
    if (!isCopied) return undefined
    const timer = setTimeout(() => setCopied(false), SAID_MS)
    return () => clearTimeout(timer)
  }, [isCopied])
  const copy = (): void => copyText(toasts, text(), () => setCopied(true))
  const icon = isCopied ? 'check' : 'copy'
  if (words === undefined) return <IconButton icon={icon} label={isCopied ? 'Copied' : 'Copy'} size="small" onClick={copy} />
  return (
    <Button size="small" icon={icon} onClick={copy}>
      {isCopied ? 'Copied' : words}
    </Button>
  )
}
