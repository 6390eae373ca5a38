/** The part of `ImageData` that is compared. */
export interface Pixels {
  readonly width: number
  readonly height: number
  readonly data: Uint8ClampedArray
}

/** A rectangle in a picture. */
export interface Box {
  readonly x: number
  readonly y: number
  readonly width: number
  readonly height: number
}

// The same View is drawn a little differently at every place: edges fall between pixels, and a video keeps colours at half the size.
const TOLERANCE = 48
const REACH = [0, -1, 1] as const
const COLOURS = [0, 1, 2] as const
const CHANNELS = 4
// A difference that goes on after so many equal rows is another one.
const GAP = 24

/**
 * The first difference of two pictures, from the top; undefined if they look the same. A point is the same if the other picture has about
 * its colour there or one point beside it. A part that only one of them has differs.
 */
export function differingBox(before: Pixels, after: Pixels): Box | undefined {
  const width = Math.max(before.width, after.width)
  const height = Math.max(before.height, after.height)
  const differs = (x: number, y: number): boolean => !isIn(before, after, x, y) || !isIn(after, before, x, y)
  let found: { left: number; right: number; top: number; bottom: number } | undefined
  for (let y = 0; y < height; y++) {
    if (found && y - found.bottom > GAP) break
    for (let x = 0; x < width; x++) {
      if (!differs(x, y)) continue
      found ??= { left: x, right: x, top: y, bottom: y }
      found = { ...found, left: Math.min(found.left, x), right: Math.max(found.right, x), bottom: y }
    }
  }
  if (!found) return undefined
  return { x: found.left, y: found.top, width: found.right - found.left + 1, height: found.bottom - found.top + 1 }
}

/** Whether a picture has the point of another at about the same place; true if the other has no such point. */
function isIn(one: Pixels, other: Pixels, x: number, y: number): boolean {
  const point = offsetOf(one, x, y)
  if (point === undefined) return true
  if (offsetOf(other, x, y) === undefined) return false
  for (const down of REACH)
    for (const right of REACH) {
      const near = offsetOf(other, x + right, y + down)
      if (
        near !== undefined &&
        COLOURS.every((at) => Math.abs((one.data[point + at] ?? 0) - (other.data[near + at] ?? 0)) <= TOLERANCE)
      )
        return true
    }
  return false
}

const offsetOf = ({ width, height }: Pixels, x: number, y: number): number | undefined =>
  x >= 0 && y >= 0 && x < width && y < height ? (y * width + x) * CHANNELS : undefined
