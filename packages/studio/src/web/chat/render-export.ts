import type { CallEntry, Entry, ViewState } from '@casement/gateway/api'
import type { ContextSlot } from 'casement/host'
import type { ContentBlock } from 'casement/protocol/schemas'
import { escapeHtml } from './escape-html.ts'
import { showViews, type ExportedView } from './export-host.ts'
import { renderDuration, renderTime, renderTimeline } from './export-timeline.ts'
import { lockView } from './lock-view.ts'

/** The contents of an export. */
export interface ExportData {
  readonly title: string
  readonly entries: readonly Entry[]
  readonly context: readonly ContextSlot[]
  /** The documents of Views, by their hash. */
  readonly documents: ReadonlyMap<string, string>
  /** The stored state of Views, by name. */
  readonly states: ReadonlyMap<string, ViewState>
  readonly version: string
  readonly at: Date
}

// No resource is loaded and no data is sent. Views run in frames without an origin, which inherit this policy, so it has to allow
// their inline scripts. Outside of the frames, all foreign content is text. The policy cannot cover WebRTC, which `lockView`
// removes.
const POLICY =
  "default-src 'none'; script-src 'unsafe-inline' blob:; style-src 'unsafe-inline'; img-src data: blob:; media-src data: blob:; font-src data:; worker-src blob:; form-action 'none'; base-uri 'none'"

const STYLE = `
:root { color-scheme: light dark; --line: light-dark(#e2e2db, #383834); --quiet: light-dark(#5f5f58, #a5a59c);
  --soft: light-dark(#f7f7f4, #20201e); --accent: light-dark(#0b7a70, #45c4b8); --danger: light-dark(#b3261e, #f2877f);
  font: 15px/1.6 system-ui, sans-serif; background: light-dark(#fff, #191918); color: light-dark(#1d1d1a, #f1f1ec); }
body { max-width: 820px; margin: 0 auto; padding: 24px 16px 64px; }
h1 { font-size: 1.5rem; } h2 { margin: 0; font-size: 1rem; }
article { margin: 20px 0; padding: 14px 18px; border: 1px solid var(--line); border-radius: 12px; }
article.user { background: var(--soft); }
article[data-status='failed'] { border-color: var(--danger); }
article:target { outline: 2px solid var(--accent); outline-offset: 4px; }
header, footer { color: var(--quiet); font-size: .85rem; }
header h1 { color: light-dark(#1d1d1a, #f1f1ec); }
pre { overflow: auto; padding: 10px; border-radius: 8px; background: var(--soft); font-size: .8rem; white-space: pre-wrap; overflow-wrap: anywhere; }
p { white-space: pre-wrap; overflow-wrap: anywhere; } img { max-width: 100%; } a { color: var(--accent); }
summary { cursor: pointer; color: var(--quiet); font-size: .85rem; }
table { width: 100%; border-collapse: collapse; font-size: .85rem; font-variant-numeric: tabular-nums; }
th, td { padding: 4px 8px; border-bottom: 1px solid var(--line); text-align: left; white-space: nowrap; }
th { color: var(--quiet); font-weight: 500; } .bars { width: 40%; }
.bar { display: block; min-width: 3px; height: 8px; border-radius: 4px; background: var(--accent); }
iframe { display: block; width: 100%; height: 160px; border: 0; }`

/** A conversation as one HTML file: what was said and done, and each View with the input, the result and the state that it had. */
export function renderExport(data: ExportData): string {
  const { title, entries, context, version, at, documents } = data
  const views = entries.flatMap((entry) => exportedView(entry, data) ?? [])
  const said = context.map(
    (slot) =>
      `<article><h2>Context of ${escapeHtml(slot.name)} for the model</h2>${slot.content.map(renderBlock).join('')}</article>`,
  )
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${POLICY}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escapeHtml(title)}</title>
<style>${STYLE}</style>
</head>
<body>
<header><h1>${escapeHtml(title)}</h1></header>
<main>
${renderTimeline(entries)}
${entries.map((entry) => renderEntry(entry, documents)).join('\n')}
${said.join('\n')}
</main>
<footer>Exported ${escapeHtml(at.toISOString())} by Casement Studio ${escapeHtml(version)}. Read only: Views are shown as they were, in frames with an opaque origin. A content security policy blocks all their requests. A script removes WebRTC, which such a policy does not cover, and nested frames. A browser with DNS prefetch may still look up host names.</footer>
${views.length === 0 ? '' : renderScript(views, documents)}</body>
</html>
`
}

const WHO = { person: 'You', model: 'Model', app: 'App, on behalf of the user' } as const

function renderEntry(entry: Entry, documents: ExportData['documents']): string {
  if (entry.kind === 'call') return renderCall(entry, documents)
  return `<article id="${anchorOf(entry.id)}" class="${entry.role}"><h2>${WHO[entry.by]}</h2><header>${renderTime(entry.at)}</header>${entry.content.map(renderBlock).join('')}</article>`
}

/** A View whose document is available, and the messages to it. */
function exportedView(entry: Entry, { documents, states }: ExportData): ExportedView | undefined {
  if (entry.kind !== 'call' || entry.view !== entry.id || !documents.has(entry.resourceHash ?? '')) return undefined
  const { id, tool, input, result, view, resourceHash = '', status } = entry
  const isOver = !result && status !== 'done'
  return { id, tool, input, result, isOver, document: resourceHash, state: states.get(view) ?? {} }
}

/** Data as a script that only holds it: nothing in it can end the element. */
const renderData = (id: string, value: unknown): string =>
  `<script type="application/json" id="${id}">${JSON.stringify(value).replaceAll('<', '\\u003c')}</script>`

const renderScript = (views: readonly ExportedView[], documents: ExportData['documents']): string =>
  [
    renderData('documents', Object.fromEntries(documents)),
    renderData('views', views),
    renderData('lock', `(${lockView.toString()})()`),
    `<script>(${showViews.toString()})()</script>`,
  ].join('\n')

function renderCall(
  { id, at, ms, by, server, tool, status, input, result, error, resourceUri, resourceHash = '' }: CallEntry,
  documents: ExportData['documents'],
): string {
  const isShown = documents.has(resourceHash)
  const name = resourceUri === undefined ? '' : `<p>View: <code>${escapeHtml(resourceUri)}</code></p>`
  const view = isShown ? `<div data-view="${escapeHtml(id)}"></div>` : name
  const answer = result ? result.content.map(renderBlock).join('') : `<p>${escapeHtml(error ?? status)}</p>`
  const took = ms === undefined ? '' : ` · ${renderDuration(ms)}`
  return `<article id="${anchorOf(id)}" data-status="${status}"><h2>${WHO[by]} called ${escapeHtml(tool)}</h2>
<header>${escapeHtml(server)} · ${status} · ${renderTime(at)}${took}</header>${view}
<details open><summary>Arguments</summary><pre>${escapeHtml(pretty(input))}</pre></details>
${isShown ? `<details><summary>Text for the model</summary>${answer}</details>` : answer}
<details><summary>Whole result</summary><pre>${escapeHtml(pretty(result ?? error ?? null))}</pre></details></article>`
}

const anchorOf = (id: string): string => `entry-${encodeURIComponent(id)}`

function renderBlock(block: ContentBlock): string {
  if (block.type === 'text') return `<p>${escapeHtml(block.text)}</p>`
  if (block.type === 'image') return `<img alt="" src="data:${escapeHtml(block.mimeType)};base64,${escapeHtml(block.data)}">`
  return `<pre>${escapeHtml(pretty(block))}</pre>`
}

const pretty = (value: unknown): string => JSON.stringify(value, null, 2) ?? ''
