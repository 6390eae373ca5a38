import type { ComponentProps, ReactElement } from 'react'
import ReactMarkdown from 'react-markdown'
import remarkGfm from 'remark-gfm'
import remend from 'remend'

const PLUGINS = [remarkGfm]
const PARTS = {
  // Text of a model or an app leads out of the page only in a tab that knows nothing of it.
  a: ({ href, children }: ComponentProps<'a'>): ReactElement => (
    <a href={href} target="_blank" rel="noopener noreferrer">
      {children}
    </a>
  ),
  // An address in a text must not be asked just because the text is shown.
  img: ({ alt, src }: ComponentProps<'img'>): ReactElement => <code>{alt || String(src)}</code>,
}

/** Markdown, also while it is still being written: what is open is closed for the eye. HTML in it stays text. */
export function Markdown({ text }: { readonly text: string }): ReactElement {
  return (
    <div className="markdown">
      <ReactMarkdown remarkPlugins={PLUGINS} components={PARTS}>
        {remend(text)}
      </ReactMarkdown>
    </div>
  )
}
