import { defineApp, result, tool } from 'casement/server'
import { z } from 'zod'

export const app = defineApp({
  name: 'hello',
  version: '1.0.0',
  view: { file: new URL('./hello.html', import.meta.url) },
  tools: {
    greet: tool({
      description: 'Greets somebody by name',
      input: { name: z.string().min(1).max(80) },
      run: ({ name }) => result({ model: `Hello, ${name}!`, view: { greeting: `Hello, ${name}!` } }),
    }),
  },
})
