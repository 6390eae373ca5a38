// Draws who said what to whom, top to bottom, as SVG.

/**
 * @typedef {object} Arrow
 * @property {'arrow'} kind
 * @property {number} from the lane that it leaves
 * @property {number} to
 * @property {string} method
 * @property {string} label
 * @property {string} detail
 * @property {boolean} isAnswer
 * @property {number | undefined} through a lane that hands it on
 *
 * @typedef {object} Remark
 * @property {'remark'} kind
 * @property {number} lane
 * @property {string} label
 *
 * @typedef {Arrow | Remark} Row
 */

const LANE = { first: 70, between: 255 }
const TOP = 62
const ROW = 40
const CHARACTER = 7.3

// For whoever sees the file alone. In a page of the site these are the colours of the page.
const COLOURS = `svg{--ink:#1b1f24;--quiet:#4a5260;--line:#c3c9d2;--accent:#0b57c2;--raised:#f5f6f8}
@media (prefers-color-scheme:dark){svg{--ink:#e7e9ec;--quiet:#a9b1bd;--line:#4a515c;--accent:#86b4ff;--raised:#1d2026}}`

/** @param {number} lane */
const x = (lane) => LANE.first + lane * LANE.between

/** @param {string} text */
const escape = (text) => text.replaceAll(/[&<>]/g, (mark) => `&#${mark.charCodeAt(0)};`)

/** @param {string} text @param {number} room */
const cut = (text, room) => (text.length <= room ? text : `${text.slice(0, Math.max(0, room - 1))}…`)

/**
 * @param {readonly string[]} lanes
 * @param {readonly Row[]} rows
 * @param {string} title
 */
export function sequenceDiagram(lanes, rows, title) {
  const width = x(lanes.length - 1) + LANE.first
  const height = TOP + rows.length * ROW + 16
  const body = [
    ...lanes.map((name, lane) => drawLane(name, x(lane), height)),
    ...rows.map((row, index) =>
      row.kind === 'arrow' ? drawArrow(row, TOP + index * ROW + 26) : drawRemark(row, TOP + index * ROW + 24),
    ),
  ]
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}" font-family="ui-monospace, Menlo, Consolas, monospace" font-size="12"><title>${escape(title)}</title><style>${COLOURS}</style>
${body.join('\n')}
</svg>
`
}

/** @param {string} name @param {number} at @param {number} height */
const drawLane = (name, at, height) =>
  `<line x1="${at}" y1="36" x2="${at}" y2="${height - 4}" stroke="var(--line)"/><rect x="${at - 60}" y="8" width="120" height="28" rx="6" fill="var(--raised)" stroke="var(--line)"/><text x="${at}" y="26" text-anchor="middle" font-weight="bold" fill="var(--ink)">${escape(name)}</text>`

/** @param {Arrow} arrow @param {number} y */
function drawArrow({ from, to, label, detail, isAnswer, through }, y) {
  const [start, end] = [x(from), x(to)]
  const way = Math.sign(end - start)
  const room = Math.floor((Math.abs(end - start) - 16) / CHARACTER)
  const shown = cut(label, room)
  const more = cut(detail, room - shown.length - 1)
  const text = `<text x="${Math.min(start, end) + 8}" y="${y - 6}" fill="var(--ink)">${escape(shown)}${more.length > 3 ? ` <tspan fill="var(--quiet)">${escape(more)}</tspan>` : ''}</text>`
  const line = `<line x1="${start}" y1="${y}" x2="${end - way * 7}" y2="${y}" stroke="var(--accent)"${isAnswer ? ' stroke-dasharray="5 4"' : ''}/>`
  const head = `<path d="M${end} ${y}l${-way * 8} -4v8z" fill="var(--accent)"/>`
  const dot = through === undefined ? '' : `<circle cx="${x(through)}" cy="${y}" r="4" fill="var(--accent)"/>`
  return text + line + head + dot
}

/** @param {Remark} remark @param {number} y */
function drawRemark({ lane, label }, y) {
  const width = label.length * CHARACTER + 20
  return `<rect x="${x(lane) - width / 2}" y="${y - 15}" width="${width}" height="22" rx="11" fill="var(--raised)" stroke="var(--line)"/><text x="${x(lane)}" y="${y}" text-anchor="middle" fill="var(--quiet)">${escape(label)}</text>`
}
