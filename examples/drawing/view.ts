import { App } from 'casement/view'
import { typed } from 'casement/view/typed'
import { followHost } from '../shared/follow-host.ts'
import { find, make } from '../shared/page.ts'
import type { app as drawing } from './app.ts'
import { offerTools } from './app-tools.ts'
import { paint } from './paint.ts'
import { COLORS, describeShape, SIZE, type Color, type Shape } from './shapes.ts'

const app = new App({ name: 'Drawing', version: '1.0.0' })
const view = typed<typeof drawing>()(app)
const kept = app.state<readonly Shape[]>('shapes', [])
const canvas = find('canvas', HTMLCanvasElement)
let color: Color = 'ink'
let stroke: { kind: 'line'; points: number[]; color: Color; width: number } | undefined

const repaint = (): void => paint(canvas, stroke ? [...kept.get(), stroke] : kept.get())

/** Keeps a drawing; where it has become too large for that, says so. */
async function keep(shapes: readonly Shape[]): Promise<void> {
  try {
    await kept.set(shapes)
    await tellModel()
  } catch (error) {
    find('#said').textContent = `Not kept: ${error instanceof Error ? error.message : String(error)}`
  }
}

async function tellModel(): Promise<void> {
  if (!app.getHostCapabilities()?.updateModelContext) return
  const text = kept.get().map(describeShape).join('; ') || 'nothing'
  await app.updateModelContext({ content: [{ type: 'text', text: `On the canvas: ${text.slice(0, 4000)}` }] })
}

offerTools(app, {
  shapes: () => kept.get(),
  add: (shapes) => {
    void keep([...kept.get(), ...shapes])
    find('#said').textContent =
      shapes.length === 1 ? 'The assistant drew a shape.' : `The assistant drew ${shapes.length} shapes.`
  },
  clear: () => void keep([]),
})

function pointOf({ offsetX, offsetY }: PointerEvent): [number, number] {
  const scale = SIZE.width / canvas.clientWidth
  return [Math.round(offsetX * scale), Math.round(offsetY * scale)]
}

canvas.onpointerdown = (event) => {
  canvas.setPointerCapture(event.pointerId)
  const start = pointOf(event)
  stroke = { kind: 'line', points: [...start, ...start], color, width: Number(find('#width', HTMLInputElement).value) }
  repaint()
}
canvas.onpointermove = (event) => {
  stroke?.points.push(...pointOf(event))
  if (stroke) repaint()
}
canvas.onpointerup = () => {
  const done = stroke
  stroke = undefined
  if (done) void keep([...kept.get(), done])
}
canvas.onpointercancel = () => {
  stroke = undefined
  repaint()
}

function showColors(): void {
  const swatches = COLORS.map((name) => {
    const swatch = make('button', { type: 'button', 'aria-label': name, 'aria-pressed': String(name === color) })
    swatch.dataset['color'] = name
    swatch.style.background = `var(--${name})`
    swatch.onclick = () => {
      color = name
      showColors()
    }
    return swatch
  })
  find('#colors').replaceChildren(...swatches)
}

find('#undo').onclick = () => void keep(kept.get().slice(0, -1))
find('#clear').onclick = () => void keep([])
find('#save').onclick = () =>
  canvas.toBlob((blob) => {
    const link = blob && make('a', { href: URL.createObjectURL(blob), download: 'drawing.png' })
    // In the page, because clicks are what the View SDK turns into downloads.
    if (link) document.body.append(link)
    link?.click()
    link?.remove()
  })

kept.subscribe(() => {
  const drawn = kept.get().length
  canvas.setAttribute('aria-label', drawn > 0 ? `A drawing with ${drawn} shapes` : 'Nothing is drawn yet')
  repaint()
})
followHost({ app }, repaint)
showColors()
repaint()
const name = (title = 'Untitled'): void => void (find('h1').textContent = title)
view.on('open-canvas', { input: ({ title }) => name(title), result: (opened) => opened && name(opened.title) })
await app.connect()
