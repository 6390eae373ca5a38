import type { CallEntry, Entry, ViewState } from '@casement/gateway/api'
import type { ContextSlot } from 'casement/host'
import type { ContentBlock } from 'casement/protocol/schemas'
import { showViews, type ExportedView } from './export-host.ts'
import { lockView } from './lock-view.ts'

/** What an export is made of. */
export interface ExportData {
  readonly title: string
  readonly entries: readonly Entry[]
  readonly context: readonly ContextSlot[]
  /** The documents of Views, by their hash. */
  readonly documents: ReadonlyMap<string, string>
  /** What Views had kept, by their names. */
  readonly states: ReadonlyMap<string, ViewState>
  readonly version: string
  readonly at: Date
}

// Nothing is loaded from anywhere and nothing is sent. Views run in frames without an origin, which inherit this: so it has to
// allow the scripts that are written in them. Outside of the frames, everything that somebody else wrote is text. It cannot cover
// WebRTC, which `lockView` removes.
const POLICY =
  "default-src 'none'; script-src 'unsafe-inline' blob:; style-src 'unsafe-inline'; img-src data: blob:; media-src data: blob:; font-src data:; worker-src blob:; form-action 'none'; base-uri 'none'"

const STYLE = `
:root { color-scheme: light dark; font: 15px/1.6 system-ui, sans-serif; }
body { max-width: 820px; margin: 0 auto; padding: 24px 16px 64px; }
h1 { font-size: 1.5rem; } h2 { margin: 0; font-size: 1rem; }
article { margin: 16px 0; padding: 12px 16px; border: 1px solid #8884; border-radius: 10px; }
article.user { background: #8881; }
header, footer { color: #777; font-size: .85rem; }
pre { overflow: auto; padding: 10px; border-radius: 6px; background: #8881; font-size: .8rem; white-space: pre-wrap; overflow-wrap: anywhere; }
p { white-space: pre-wrap; overflow-wrap: anywhere; } img { max-width: 100%; }
summary { cursor: pointer; }
iframe { display: block; width: 100%; height: 160px; border: 0; }`

/** A conversation as one HTML file: what was said and done, and each View with the input, the result and the state that it had. */
export function renderExport(data: ExportData): string {
  const { title, entries, context, version, at, documents } = data
  const views = entries.flatMap((entry) => exportedView(entry, data) ?? [])
  const said = context.map(
    (slot) =>
      `<article><h2>Context of ${escape(slot.name)} for the model</h2>${slot.content.map(renderBlock).join('')}</article>`,
  )
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${POLICY}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escape(title)}</title>
<style>${STYLE}</style>
</head>
<body>
<header><h1>${escape(title)}</h1></header>
<main>
${entries.map((entry) => renderEntry(entry, documents)).join('\n')}
${said.join('\n')}
</main>
<footer>Exported ${escape(at.toISOString())} by Casement Studio ${escape(version)}. Read only: Views are shown as they were, in frames without an origin. A policy blocks every request of theirs; WebRTC, which no policy in a file covers, is removed from them by a script, together with frames of their own. A browser that looks up host names ahead of time (DNS prefetch) may still do so.</footer>
${views.length === 0 ? '' : renderScript(views, documents)}</body>
</html>
`
}

const WHO = { person: 'You', model: 'Model', app: 'App, in the name of the person' } as const

function renderEntry(entry: Entry, documents: ExportData['documents']): string {
  if (entry.kind === 'call') return renderCall(entry, documents)
  return `<article class="${entry.role}"><h2>${WHO[entry.by]}</h2>${entry.content.map(renderBlock).join('')}</article>`
}

/** A View whose document is at hand, and all that it is told. */
function exportedView(entry: Entry, { documents, states }: ExportData): ExportedView | undefined {
  if (entry.kind !== 'call' || entry.view === undefined || !documents.has(entry.resourceHash ?? '')) return undefined
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
  { id, by, server, tool, status, input, result, error, resourceUri, resourceHash = '' }: CallEntry,
  documents: ExportData['documents'],
): string {
  const isShown = documents.has(resourceHash)
  const name = resourceUri === undefined ? '' : `<p>View: <code>${escape(resourceUri)}</code></p>`
  const view = isShown ? `<div data-view="${escape(id)}"></div>` : name
  const answer = result ? result.content.map(renderBlock).join('') : `<p>${escape(error ?? status)}</p>`
  return `<article><h2>${WHO[by]} called ${escape(tool)}</h2><header>${escape(server)} · ${status}</header>${view}
<details><summary>Arguments</summary><pre>${escape(pretty(input))}</pre></details>
${isShown ? `<details><summary>What the model was told</summary>${answer}</details>` : answer}
<details><summary>Whole result</summary><pre>${escape(pretty(result ?? error ?? null))}</pre></details></article>`
}

function renderBlock(block: ContentBlock): string {
  if (block.type === 'text') return `<p>${escape(block.text)}</p>`
  if (block.type === 'image') return `<img alt="" src="data:${escape(block.mimeType)};base64,${escape(block.data)}">`
  return `<pre>${escape(pretty(block))}</pre>`
}

const pretty = (value: unknown): string => JSON.stringify(value, null, 2) ?? ''

const SPECIAL: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' }

const escape = (text: string): string => text.replaceAll(/[&<>"']/g, (character) => SPECIAL[character] ?? character)
