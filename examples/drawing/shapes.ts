/** The colours one can draw with. They have a value for light and one for dark. */
export const COLORS = ['ink', 'red', 'orange', 'green', 'blue', 'violet'] as const
/** One of them. */
export type Color = (typeof COLORS)[number]

/** The canvas is this wide and high, however large it is shown. */
export const SIZE = { width: 600, height: 360 } as const

/** Something on the canvas. A line goes through its points; the others stand at `x` and `y`. */
export type Shape =
  | { readonly kind: 'line'; readonly points: readonly number[]; readonly color: Color; readonly width: number }
  | {
      readonly kind: 'circle'
      readonly x: number
      readonly y: number
      readonly radius: number
      readonly color: Color
      readonly filled: boolean
    }
  | {
      readonly kind: 'box'
      readonly x: number
      readonly y: number
      readonly w: number
      readonly h: number
      readonly color: Color
      readonly filled: boolean
    }
  | { readonly kind: 'text'; readonly x: number; readonly y: number; readonly text: string; readonly color: Color }

const isNumber = (value: unknown): value is number => typeof value === 'number' && Number.isFinite(value)

/** Makes a shape of what a model wrote, with what it left out; undefined when it is none. */
export function readShape(value: unknown): Shape | undefined {
  if (typeof value !== 'object' || value === null) return undefined
  const { kind, x, y, radius, w, h, text, points, color, filled = false, width = 3 } = value as Record<string, unknown>
  const known = COLORS.find((name) => name === color) ?? 'ink'
  if (kind === 'line' && Array.isArray(points) && points.length >= 4 && points.every(isNumber))
    return { kind, points, color: known, width: isNumber(width) ? width : 3 }
  if (!isNumber(x) || !isNumber(y)) return undefined
  if (kind === 'circle' && isNumber(radius))
    return { kind, x, y, radius: Math.abs(radius), color: known, filled: filled === true }
  if (kind === 'box' && isNumber(w) && isNumber(h)) return { kind, x, y, w, h, color: known, filled: filled === true }
  if (kind === 'text' && typeof text === 'string') return { kind, x, y, text, color: known }
  return undefined
}

/** A shape as the model reads it. */
export function describeShape(shape: Shape): string {
  const { color } = shape
  if (shape.kind === 'line') {
    const [x1, y1] = shape.points
    const [x2, y2] = shape.points.slice(-2)
    return `line in ${color} from ${x1},${y1} to ${x2},${y2}`
  }
  const at = `at ${shape.x},${shape.y}`
  if (shape.kind === 'circle') return `circle in ${color} ${at}, radius ${shape.radius}`
  if (shape.kind === 'box') return `box in ${color} ${at}, ${shape.w} by ${shape.h}`
  return `text "${shape.text}" in ${color} ${at}`
}
