import type { Colour, Look, Place } from '../dynamic/mount-record.ts'

// Fewer pixels than this are not visible.
const FEWEST = 12
const NEAR = 8

/** The facts from some pixels of a picture. */
export async function readPixels(png: string, places: readonly Place[]): Promise<Look[]> {
  const response = await fetch(`data:image/png;base64,${png}`)
  const picture = await createImageBitmap(await response.blob())
  const canvas = new OffscreenCanvas(picture.width, picture.height)
  const context = canvas.getContext('2d', { willReadFrequently: true })
  if (!context) throw new Error('there is no canvas to look at a picture with')
  context.drawImage(picture, 0, 0)
  return places.map((place) => lookAt(context, place, picture))
}

function lookAt(context: OffscreenCanvasRenderingContext2D, place: Place, picture: ImageBitmap): Look {
  const x = Math.max(0, Math.ceil(place.x))
  const y = Math.max(0, Math.ceil(place.y))
  const width = Math.min(Math.floor(place.width), picture.width - x)
  const height = Math.min(Math.floor(place.height), picture.height - y)
  if (width < 1 || height < 1) return { isBlank: true, background: [0, 0, 0], width: 0, height: 0 }
  const { data } = context.getImageData(x, y, width, height)
  const counts = new Map<number, number>()
  for (let at = 0; at < data.length; at += 4) {
    const colour = ((data[at] ?? 0) << 16) | ((data[at + 1] ?? 0) << 8) | (data[at + 2] ?? 0)
    counts.set(colour, (counts.get(colour) ?? 0) + 1)
  }
  const [most = [0, 0]] = [...counts].toSorted((a, b) => b[1] - a[1])
  const background = split(most[0])
  let others = 0
  for (const [colour, count] of counts)
    if (split(colour).some((part, at) => Math.abs(part - (background[at] ?? 0)) > NEAR)) others += count
  return { isBlank: others < FEWEST, background, width, height }
}

const split = (colour: number): Colour => [colour >> 16, (colour >> 8) & 255, colour & 255]
