import type { App, StandardSchemaV1 } from 'casement/view'
import { COLORS, describeShape, readShape, SIZE, type Shape } from './shapes.ts'

/** The canvas of the tools. */
export interface Canvas {
  shapes(): readonly Shape[]
  add(shapes: readonly Shape[]): void
  clear(): void
}

const number = { type: 'number' }
const SHAPES_SCHEMA = {
  type: 'object',
  required: ['shapes'],
  properties: {
    shapes: {
      type: 'array',
      minItems: 1,
      items: {
        type: 'object',
        required: ['kind'],
        properties: {
          kind: { enum: ['line', 'circle', 'box', 'text'] },
          points: { type: 'array', items: number, description: 'Of a line: x1, y1, x2, y2, …' },
          x: number,
          y: number,
          radius: number,
          w: number,
          h: number,
          text: { type: 'string' },
          color: { enum: COLORS },
          filled: { type: 'boolean' },
          width: number,
        },
      },
    },
  },
}

interface JsonSchemaSource {
  readonly '~standard': { readonly jsonSchema: { readonly input: () => object } }
}

// Written by hand: a schema library would be larger than the rest of this View.
const shapesInput: StandardSchemaV1<unknown, { readonly shapes: readonly Shape[] }> & JsonSchemaSource = {
  '~standard': {
    version: 1,
    vendor: 'drawing',
    validate: (value: unknown) => {
      const { shapes } = (value ?? {}) as { shapes?: unknown }
      const read = Array.isArray(shapes) ? shapes.map(readShape) : []
      const wrong = read.findIndex((shape) => !shape)
      if (read.length === 0 || wrong >= 0)
        return {
          issues: [{ message: 'is no shape: see the schema for what each kind needs', path: ['shapes', Math.max(0, wrong)] }],
        }
      return { value: { shapes: read as readonly Shape[] } }
    },
    jsonSchema: { input: () => SHAPES_SCHEMA },
  },
}

const say = (text: string): { content: { type: 'text'; text: string }[] } => ({ content: [{ type: 'text', text }] })

/** Offers the canvas to the model. To be called before the View connects. */
export function offerTools(app: App, canvas: Canvas): void {
  app.registerTool(
    'draw',
    {
      title: 'Draw',
      description: `Draws shapes on the open canvas, ${SIZE.width} wide and ${SIZE.height} high, 0,0 at the top left`,
      inputSchema: shapesInput,
    },
    ({ shapes }) => {
      canvas.add(shapes)
      return say(`Drawn: ${shapes.map(describeShape).join('; ')}`)
    },
  )
  app.registerTool(
    'look',
    { title: 'Look', description: 'Says what is on the canvas', annotations: { readOnlyHint: true } },
    () => say(canvas.shapes().map(describeShape).join('\n') || 'The canvas is empty'),
  )
  app.registerTool('clear', { title: 'Clear', description: 'Removes everything from the canvas' }, () => {
    canvas.clear()
    return say('The canvas is empty')
  })
}
