import { defineApp, result, tool } from 'casement/server'
import { z } from 'zod'

const GREETINGS = { English: 'Hello', German: 'Guten Tag', Italian: 'Ciao', Japanese: 'こんにちは', Swahili: 'Habari' } as const
const LANGUAGES = Object.keys(GREETINGS) as (keyof typeof GREETINGS)[]

/** Says hello. */
export const app = defineApp({
  name: 'hello',
  version: '1.0.0',
  title: 'Hello',
  view: { file: new URL('./hello.html', import.meta.url) },
  tools: {
    greet: tool({
      title: 'Greet',
      description: 'Greets somebody by name',
      input: { name: z.string().min(1).max(80), language: z.enum(LANGUAGES).default('English') },
      annotations: { readOnlyHint: true },
      run: ({ name, language }) =>
        result({ view: { greeting: `${GREETINGS[language]}, ${name}!`, name, language, languages: LANGUAGES } }),
      text: ({ greeting }) => greeting,
    }),
  },
})
