import { pictureOf } from '../capture/capture-elements.ts'

const GAP = 16

/** Draws pictures into one, row by row. */
export async function drawSheet(pictures: readonly HTMLCanvasElement[], columns: number): Promise<Blob> {
  const rows = Array.from({ length: Math.ceil(pictures.length / columns) }, (_, row) =>
    pictures.slice(row * columns, (row + 1) * columns),
  )
  const widths = Array.from({ length: columns }, (_, column) => Math.max(...rows.map((row) => row[column]?.width ?? 0)))
  const heights = rows.map((row) => Math.max(...row.map(({ height }) => height)))
  const sheet = Object.assign(document.createElement('canvas'), { width: total(widths), height: total(heights) })
  const context = sheet.getContext('2d')
  if (!context) throw new Error('This browser cannot draw a picture of this size. Select fewer Views.')
  context.fillStyle = getComputedStyle(document.body).backgroundColor
  context.fillRect(0, 0, sheet.width, sheet.height)
  rows.forEach((row, at) =>
    row.forEach((picture, column) => context.drawImage(picture, total(widths.slice(0, column)), total(heights.slice(0, at)))),
  )
  return pictureOf(sheet)
}

const total = (sizes: readonly number[]): number => sizes.reduce((sum, size) => sum + size + GAP, GAP)
