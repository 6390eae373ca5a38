import { createUIResource } from 'casement/legacy/server'
import type { ContentBlock } from 'casement/protocol/schemas'
import { defineApp, result, tool } from 'casement/server'
import { z } from 'zod'
import { startPoll, vote } from './polls.ts'
import { pollWidget } from './widget.ts'

const poll = z.object({
  id: z.number(),
  question: z.string(),
  answers: z.array(z.object({ text: z.string(), votes: z.number() })),
})

/** A server from before MCP Apps: its interface comes inside the result of the tool, and speaks the messages of MCP-UI. */
export const app = defineApp({
  name: 'legacy',
  version: '1.0.0',
  title: 'Poll, by MCP-UI',
  tools: {
    'start-poll': tool({
      title: 'Start a poll',
      description: 'Asks a question with several answers',
      input: {
        question: z
          .string()
          .min(1)
          .max(200)
          .meta({ examples: ['Where do we go for lunch?'] }),
        answers: z
          .array(z.string().min(1).max(80))
          .min(2)
          .max(6)
          .meta({ examples: [['Noodles', 'Pizza', 'Salad']] }),
      },
      run: ({ question, answers }) => {
        const started = startPoll(question, answers)
        const widget = createUIResource({
          uri: `ui://legacy/poll-${started.id}`,
          content: { type: 'rawHtml', htmlString: pollWidget(started) },
          encoding: 'text',
          uiMetadata: { 'preferred-frame-size': ['100%', '280px'] },
        })
        return result({ model: [{ type: 'text', text: `The poll "${question}" has started` }, widget as ContentBlock] })
      },
    }),
    vote: tool({
      description: 'Counts a vote, for the widget',
      input: { poll: z.number(), answer: z.number().int() },
      output: poll,
      run: (chosen) => {
        const { id, question, answers } = vote(chosen.poll, chosen.answer)
        return result({ view: { id, question, answers: [...answers] } })
      },
    }),
  },
})
