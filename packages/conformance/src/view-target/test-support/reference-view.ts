import type { ExaminedView } from '../stage.ts'
import { ASKING, INTRODUCING, LISTENING, SHOWING, SPEAKING } from './reference-script.ts'

const BUTTONS = ['link', 'download', 'message', 'context', 'mode', 'call', 'resource', 'log', 'sample']

/** A hand-written View that keeps every rule, except the one that it is configured to break. */
export function referenceView(broken = ''): ExaminedView {
  return {
    html: `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Reference</title>
<style>body{margin:0}</style></head><body><output>Waiting</output>
${BUTTONS.map((name) => `<button data-does="${name}">${name}</button>`).join('\n')}
<script>const when = (name) => name === ${JSON.stringify(broken)}
${[SPEAKING, SHOWING, ASKING, LISTENING, INTRODUCING].join('\n')}</script></body></html>`,
    input: { text: 'example', count: 3 },
    result: { content: [{ type: 'text', text: 'An example' }], structuredContent: { text: 'example', count: 3 } },
  }
}
