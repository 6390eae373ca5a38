import type { Entry } from '@casement/gateway/api'
import { escapeHtml } from './escape-html.ts'

/** A moment, the same wherever the file is opened. */
export const renderTime = (at: number): string => {
  const iso = new Date(at).toISOString()
  return `<time datetime="${iso}">${iso.slice(0, 19).replace('T', ' ')} UTC</time>`
}

/** How long something took. */
export const renderDuration = (ms: number): string => (ms < 1000 ? `${Math.round(ms)} ms` : `${(ms / 1000).toFixed(1)} s`)

/** All entries with their time from the first, and the calls as bars. Each leads to its entry. */
export function renderTimeline(entries: readonly Entry[]): string {
  const [first] = entries
  if (!first) return ''
  const end = Math.max(...entries.map((entry) => entry.at + durationOf(entry)))
  const span = Math.max(1, end - first.at)
  const percent = (ms: number): string => ((100 * ms) / span).toFixed(2)
  const rows = entries.map((entry) => {
    const ms = durationOf(entry)
    const bar = `<span class="bar" style="margin-left:${percent(entry.at - first.at)}%;width:${percent(ms)}%"></span>`
    const offset = `+${renderDuration(entry.at - first.at)}`
    const name = `<a href="#entry-${encodeURIComponent(entry.id)}">${escapeHtml(describe(entry))}</a>`
    const took = entry.kind === 'call' && entry.ms !== undefined ? renderDuration(entry.ms) : ''
    return `<tr><td>${offset}</td><td>${name}</td><td>${took}</td><td class="bars">${bar}</td></tr>`
  })
  return `<details class="timeline" open><summary>Timeline</summary><table>
<thead><tr><th>Start</th><th>Entry</th><th>Duration</th><th></th></tr></thead>
<tbody>${rows.join('\n')}</tbody></table></details>`
}

const durationOf = (entry: Entry): number => (entry.kind === 'call' ? (entry.ms ?? 0) : 0)

function describe(entry: Entry): string {
  if (entry.kind === 'call') return `${entry.tool} of ${entry.server}`
  return { person: 'Message of the user', model: 'Message of the model', app: 'Message of an app' }[entry.by]
}
