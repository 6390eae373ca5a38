import { defineApp, result, tool } from 'casement/server'
import { z } from 'zod'

/** A canvas on which the user draws with the pointer, and the model with tools of the View. */
export const app = defineApp({
  name: 'drawing',
  version: '1.0.0',
  title: 'Drawing',
  instructions: 'Open the canvas first. Then it offers tools of its own, with which you draw, look and clear.',
  view: { file: new URL('./drawing.html', import.meta.url), prefersBorder: true },
  tools: {
    'open-canvas': tool({
      title: 'Open a canvas',
      description: 'Opens a canvas to draw on together with the user',
      input: { title: z.string().max(80).default('Untitled') },
      annotations: { readOnlyHint: true },
      run: ({ title }) => result({ model: `The canvas "${title}" is open, 600 wide and 360 high.`, view: { title } }),
    }),
  },
})
