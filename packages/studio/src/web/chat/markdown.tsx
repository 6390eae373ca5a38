import type { ComponentProps, ReactElement } from 'react'
import ReactMarkdown from 'react-markdown'
import remarkGfm from 'remark-gfm'
import remend from 'remend'

const PLUGINS = [remarkGfm]
const PARTS = {
  // Links in text of a model or an app open in a new tab without opener or referrer.
  a: ({ href, children }: ComponentProps<'a'>): ReactElement => (
    <a href={href} target="_blank" rel="noopener noreferrer">
      {children}
    </a>
  ),
  // Showing a text must not send requests to URLs in it.
  img: ({ alt, src }: ComponentProps<'img'>): ReactElement => <code>{alt || String(src)}</code>,
}

/** Markdown that may be incomplete: open markup is closed for display. HTML in it stays text. */
export function Markdown({ text }: { readonly text: string }): ReactElement {
  return (
    <div className="markdown">
      <ReactMarkdown remarkPlugins={PLUGINS} components={PARTS}>
        {remend(text)}
      </ReactMarkdown>
    </div>
  )
}
