import type { Report } from '../suite/examine.ts'
import { escapeXml } from './escape-xml.ts'

const CHARACTER = 6.6
const widthOf = (text: string): number => Math.round(text.length * CHARACTER + 12)

/** A badge with the share of applicable checks that passed, as SVG. */
export function writeBadge(reports: readonly Report[]): string {
  const kept = reports.reduce((sum, { counts }) => sum + counts.pass, 0)
  const broken = reports.reduce((sum, { counts }) => sum + counts.fail + counts.unfinished, 0)
  const [label, value] = ['MCP Apps', `${kept} / ${kept + broken}`]
  const [left, right] = [widthOf(label), widthOf(value)]
  const colour = reports.every(({ ok }) => ok) ? '#0a6b2d' : '#a4001d'
  const words = escapeXml(`${label}: ${value}`)
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${left + right}" height="20" role="img" aria-label="${words}"><title>${words}</title><rect width="${left}" height="20" fill="#444"/><rect x="${left}" width="${right}" height="20" fill="${colour}"/><g fill="#fff" font-family="Verdana,sans-serif" font-size="11" text-anchor="middle"><text x="${left / 2}" y="14">${label}</text><text x="${left + right / 2}" y="14">${value}</text></g></svg>
`
}
