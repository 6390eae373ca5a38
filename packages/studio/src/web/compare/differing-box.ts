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

// Text is drawn a little differently at every place.
const TOLERANCE = 24
const CHANNELS = 4
// A difference that goes on after so many equal rows is another one.
const GAP = 24

/** The first difference of two pictures, from the top; undefined if they look the same. A part that only one of them has differs. */
export function differingBox(before: Pixels, after: Pixels): Box | undefined {
  const width = Math.max(before.width, after.width)
  const height = Math.max(before.height, after.height)
  const differs = (x: number, y: number): boolean => {
    const one = offsetOf(before, x, y)
    const other = offsetOf(after, x, y)
    if (one === undefined || other === undefined) return one !== other
    for (let channel = 0; channel < CHANNELS; channel++)
      if (Math.abs((before.data[one + channel] ?? 0) - (after.data[other + channel] ?? 0)) > TOLERANCE) return true
    return false
  }
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

const offsetOf = ({ width, height }: Pixels, x: number, y: number): number | undefined =>
  x < width && y < height ? (y * width + x) * CHANNELS : undefined
