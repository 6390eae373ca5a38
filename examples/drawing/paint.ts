import { SIZE, type Shape } from './shapes.ts'

/** Paints all shapes onto a canvas, in the colours that the page has for them now. */
export function paint(canvas: HTMLCanvasElement, shapes: readonly Shape[]): void {
  const context = canvas.getContext('2d')
  const sharpness = devicePixelRatio || 1
  canvas.width = SIZE.width * sharpness
  canvas.height = SIZE.height * sharpness
  if (!context) return
  const styles = getComputedStyle(canvas)
  context.scale(sharpness, sharpness)
  context.fillStyle = styles.backgroundColor
  context.fillRect(0, 0, SIZE.width, SIZE.height)
  context.lineCap = 'round'
  context.lineJoin = 'round'
  for (const shape of shapes) {
    const swatch = document.querySelector(`[data-color="${shape.color}"]`)
    const color = swatch ? getComputedStyle(swatch).backgroundColor : styles.color
    context.strokeStyle = color
    context.fillStyle = color
    context.lineWidth = shape.kind === 'line' ? shape.width : 3
    paintShape(context, shape, styles.fontFamily)
  }
}

function paintShape(context: CanvasRenderingContext2D, shape: Shape, font: string): void {
  context.beginPath()
  switch (shape.kind) {
    case 'line':
      for (let index = 0; index + 1 < shape.points.length; index += 2)
        context.lineTo(shape.points[index] ?? 0, shape.points[index + 1] ?? 0)
      context.stroke()
      break
    case 'circle':
      context.arc(shape.x, shape.y, shape.radius, 0, 2 * Math.PI)
      if (shape.filled) context.fill()
      else context.stroke()
      break
    case 'box':
      context.rect(shape.x, shape.y, shape.w, shape.h)
      if (shape.filled) context.fill()
      else context.stroke()
      break
    case 'text':
      context.font = `600 20px ${font}`
      context.fillText(shape.text, shape.x, shape.y)
  }
}
