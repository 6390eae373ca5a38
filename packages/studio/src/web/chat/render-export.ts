import type { CallEntry, Entry } from '@casement/gateway/api'
import type { ContextSlot } from 'casement/host'
import type { ContentBlock } from 'casement/protocol/schemas'

/** What an export is made of. */
export interface ExportData {
  readonly title: string
  readonly entries: readonly Entry[]
  readonly context: readonly ContextSlot[]
  readonly version: string
  readonly at: Date
}

// Nothing in it runs and nothing is loaded: whoever opens the file has the conversation, and not the apps.
const POLICY = "default-src 'none'; style-src 'unsafe-inline'; img-src data:; media-src data:"

const STYLE = `
:root { color-scheme: light dark; font: 15px/1.6 system-ui, sans-serif; }
body { max-width: 820px; margin: 0 auto; padding: 24px 16px 64px; }
h1 { font-size: 1.5rem; } h2 { margin: 0; font-size: 1rem; }
article { margin: 16px 0; padding: 12px 16px; border: 1px solid #8884; border-radius: 10px; }
article.user { background: #8881; }
header, footer { color: #777; font-size: .85rem; }
pre { overflow: auto; padding: 10px; border-radius: 6px; background: #8881; font-size: .8rem; white-space: pre-wrap; overflow-wrap: anywhere; }
p { white-space: pre-wrap; overflow-wrap: anywhere; } img { max-width: 100%; }
summary { cursor: pointer; }`

/** A conversation as one HTML file without scripts. */
export function renderExport({ title, entries, context, version, at }: ExportData): string {
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
${entries.map(renderEntry).join('\n')}
${said.join('\n')}
</main>
<footer>Exported ${escape(at.toISOString())} by Casement Studio ${escape(version)}. Read only: Views are shown as what their tools returned.</footer>
</body>
</html>
`
}

const WHO = { person: 'You', model: 'Model', app: 'App, in the name of the person' } as const

function renderEntry(entry: Entry): string {
  if (entry.kind === 'call') return renderCall(entry)
  return `<article class="${entry.role}"><h2>${WHO[entry.by]}</h2>${entry.content.map(renderBlock).join('')}</article>`
}

function renderCall({ by, server, tool, status, input, result, error, resourceUri }: CallEntry): string {
  const view = resourceUri === undefined ? '' : `<p>View: <code>${escape(resourceUri)}</code></p>`
  const answer = result ? result.content.map(renderBlock).join('') : `<p>${escape(error ?? status)}</p>`
  return `<article><h2>${WHO[by]} called ${escape(tool)}</h2><header>${escape(server)} · ${status}</header>${view}
<details><summary>Arguments</summary><pre>${escape(pretty(input))}</pre></details>
${answer}
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
