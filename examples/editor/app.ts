import { defineApp, result, tool } from 'casement/server'
import { z } from 'zod'
import { keepDocument } from './documents.ts'

const document = z.object({ title: z.string(), text: z.string(), version: z.number() })

const EXAMPLE = `## Before

- Run the tests on both databases
- Read the changelog **aloud**, once

## After

1. Tell the users what changed
2. Watch the errors for an hour
`

/** An editor in which a text appears while the model is still writing it. */
export const app = defineApp({
  name: 'editor',
  version: '1.0.0',
  title: 'Editor',
  view: { file: new URL('./editor.html', import.meta.url), prefersBorder: true },
  tools: {
    'write-document': tool({
      title: 'Write a document',
      description: 'Writes a document in Markdown and shows it while it is written. The user can edit it afterwards.',
      // The title comes first, so that it is there when the text begins.
      input: z.object({
        title: z
          .string()
          .min(1)
          .max(120)
          .meta({ examples: ['Notes for the release'] }),
        text: z
          .string()
          .max(50_000)
          .describe('Markdown')
          .meta({ examples: [EXAMPLE] }),
      }),
      output: document,
      run: ({ title, text }) => {
        const { document: kept } = keepDocument(title, text)
        return result({ model: `"${title}" is written and shown, version ${kept.version}`, view: kept })
      },
    }),
    'save-document': tool({
      description: 'Keeps what the user changed',
      input: z.object({ title: z.string(), text: z.string().max(50_000), version: z.number() }),
      output: z.object({ kept: z.boolean(), document }),
      visibility: ['app'],
      run: ({ title, text, version }) => result({ view: keepDocument(title, text, version) }),
    }),
  },
})
