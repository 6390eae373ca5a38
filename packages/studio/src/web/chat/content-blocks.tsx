import type { ContentBlock } from 'casement/protocol/schemas'
import { lazy, Suspense, type ReactElement } from 'react'
import { Badge } from '../design/feedback.tsx'

const Markdown = lazy(async () => ({ default: (await import('./markdown.tsx')).Markdown }))

/** What was said or returned, block by block. Text of tools is shown as it is; text of people and models is Markdown. */
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

function Block({ block, markdown }: { readonly block: ContentBlock; readonly markdown: boolean }): ReactElement {
  switch (block.type) {
    case 'text':
      return markdown ? (
        <Suspense fallback={<p className="plain-text">{block.text}</p>}>
          <Markdown text={block.text} />
        </Suspense>
      ) : (
        <pre className="plain-text">{block.text}</pre>
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
        <pre className="plain-text">{block.resource.text}</pre>
      ) : (
        <p>
          <Badge>resource</Badge> <code>{block.resource.uri}</code>
        </p>
      )
    default:
      return <pre className="json">{JSON.stringify(block, null, 2)}</pre>
  }
}
