import type { ContentBlock } from 'casement/protocol/schemas'
import { lazy, Suspense, useState, type ReactElement } from 'react'
import { Button } from '../design/button.tsx'
import { Badge } from '../design/feedback.tsx'

const Markdown = lazy(async () => ({ default: (await import('./markdown.tsx')).Markdown }))

/** The content blocks of a message or result. Text of tools is shown verbatim; text of users and models is Markdown. */
export function ContentBlocks({
  blocks,
  markdown = false,
}: {
  readonly blocks: readonly ContentBlock[]
  readonly markdown?: boolean
}): ReactElement {
  return (
    <div className="blocks">
      {blocks.map((block, index) => (
        // Blocks have no names, and their order does not change
        <Block key={index} block={block} markdown={markdown} />
      ))}
    </div>
  )
}

// Browsers take seconds to lay out a few megabytes.
const MAX_TEXT = 100_000

/** Plain text. A long one is truncated, with a button to show more. */
function PlainText({ text }: { readonly text: string }): ReactElement {
  const [shown, setShown] = useState(MAX_TEXT)
  const rest = text.length - shown
  return (
    <>
      <pre className="plain-text">{rest > 0 ? text.slice(0, shown) : text}</pre>
      {rest > 0 && (
        <p className="text-rest">
          {rest.toLocaleString('en')} more characters.{' '}
          <Button size="small" look="ghost" onClick={() => setShown(shown + MAX_TEXT)}>
            Show more
          </Button>
        </p>
      )}
    </>
  )
}

function Block({ block, markdown }: { readonly block: ContentBlock; readonly markdown: boolean }): ReactElement {
  switch (block.type) {
    case 'text':
      return markdown && block.text.length <= MAX_TEXT ? (
        <Suspense fallback={<p className="plain-text">{block.text}</p>}>
          <Markdown text={block.text} />
        </Suspense>
      ) : (
        <PlainText text={block.text} />
      )
    case 'image':
      return <img className="block-media" alt="Returned by the tool" src={`data:${block.mimeType};base64,${block.data}`} />
    case 'audio':
      return <audio className="block-media" controls src={`data:${block.mimeType};base64,${block.data}`} />
    case 'resource_link':
      return (
        <p>
          <Badge>resource</Badge> {block.title ?? block.name} <code>{block.uri}</code>
        </p>
      )
    case 'resource':
      return 'text' in block.resource ? (
        <PlainText text={block.resource.text} />
      ) : (
        <p>
          <Badge>resource</Badge> <code>{block.resource.uri}</code>
        </p>
      )
    default:
      return <pre className="json">{JSON.stringify(block, null, 2)}</pre>
  }
}
