import { find } from '../shared/page.ts'

/** One point of a chart. */
export interface Point {
  readonly at: number
  readonly value: number
}

const LEFT = 38
const BOTTOM = 20
const TOP = 8

function svg(name: string, attributes: Readonly<Record<string, string | number>>, text = ''): SVGElement {
  const element = document.createElementNS('http://www.w3.org/2000/svg', name)
  for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, String(value))
  element.textContent = text
  return element
}

/** Draws a line over time. Pointer and arrow keys choose a point and call `choose` with it. */
export function drawChart(
  points: readonly Point[],
  label: (at: number) => string,
  choose: (point: Point | undefined) => void,
): void {
  const chart = find('#chart', SVGSVGElement)
  const { width, height } = chart.getBoundingClientRect()
  const step = roundStep(Math.max(1, ...points.map(({ value }) => value)) / 4)
  const most = step * 4.3
  const x = (index: number): number => LEFT + (index / Math.max(1, points.length - 1)) * (width - LEFT - 8)
  const y = (value: number): number => TOP + (1 - value / most) * (height - TOP - BOTTOM)
  const path = points
    .map(({ value }, index) => `${index === 0 ? 'M' : 'L'}${x(index).toFixed(1)} ${y(value).toFixed(1)}`)
    .join('')
  const grid = [1, 2, 3, 4].flatMap((count) => {
    const value = step * count
    const at = y(value)
    return [
      svg('line', { class: 'grid', x1: LEFT, x2: width, y1: at, y2: at }),
      svg('text', { x: LEFT - 6, y: at + 4, 'text-anchor': 'end' }, compact(value)),
    ]
  })
  const ends = [0, Math.floor(points.length / 2), points.length - 1].map((index, place) =>
    svg(
      'text',
      { x: x(index), y: height - 4, 'text-anchor': ['start', 'middle', 'end'][place] ?? 'middle' },
      label(points[index]?.at ?? 0),
    ),
  )
  const floor = height - BOTTOM
  const area = svg('path', { class: 'area', d: `${path}L${x(points.length - 1)} ${floor}L${LEFT} ${floor}Z` })
  const cursor = svg('line', { class: 'cursor', y1: TOP, y2: floor, visibility: 'hidden' })
  const dot = svg('circle', { r: 5, visibility: 'hidden' })
  chart.setAttribute('viewBox', `0 0 ${width} ${height}`)
  chart.replaceChildren(...grid, ...ends, area, svg('path', { class: 'line', d: path }), cursor, dot)

  let chosen = points.length - 1
  const pick = (index: number | undefined): void => {
    const point = index === undefined ? undefined : points[index]
    for (const mark of [cursor, dot]) mark.setAttribute('visibility', point ? 'visible' : 'hidden')
    choose(point)
    if (!point || index === undefined) return
    chosen = index
    cursor.setAttribute('x1', String(x(index)))
    cursor.setAttribute('x2', String(x(index)))
    dot.setAttribute('cx', String(x(index)))
    dot.setAttribute('cy', String(y(point.value)))
  }
  const within = (index: number): number => Math.min(points.length - 1, Math.max(0, index))
  chart.onpointermove = ({ offsetX }) => pick(within(Math.round(((offsetX - LEFT) / (width - LEFT - 8)) * (points.length - 1))))
  chart.onpointerleave = () => pick(undefined)
  chart.onblur = () => pick(undefined)
  chart.onkeydown = (event) => {
    const move = { ArrowLeft: -1, ArrowRight: 1 }[event.key]
    if (move === undefined) return
    event.preventDefault()
    pick(within(chosen + move))
  }
}

// The next larger of 1, 2, 2.5 and 5 times a power of ten.
function roundStep(least: number): number {
  const power = 10 ** Math.floor(Math.log10(least))
  return power * ([1, 2, 2.5, 5, 10].find((factor) => factor * power >= least) ?? 10)
}

/** A number that fits into a narrow place. */
export const compact = (value: number): string =>
  Intl.NumberFormat('en', { notation: 'compact', maximumFractionDigits: 1 }).format(value)
