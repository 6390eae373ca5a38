import type { USE_FINDINGS } from '../catalogue/use-findings.ts'
import { TOOL, type FixtureServer } from './fixture-server.ts'
import type { Fixture } from './fixture.ts'
import { helper, SCRIPT, view } from './live-fixtures.ts'

const BODY = '<p>Weather</p><button>Refresh</button>'

/** A View with a button that does this. */
const clicking = (code: string, ui = {}): FixtureServer =>
  view({ body: BODY, script: `${SCRIPT}\n  document.querySelector('button').onclick = () => { ${code} }`, ui })

const call = (args: string): FixtureServer => ({
  ...clicking(`post({ id: 7, method: 'tools/call', params: { name: 'refresh', arguments: ${args} } })`),
  tools: [TOOL, helper],
})

// Spelled so that only what happens tells what it is.
const COPY = `navigator['clip' + 'board'].writeText('Sunny').catch(() => {})`

/** Every fault that shows when a View is used. */
export const USE_FIXTURES: Record<keyof typeof USE_FINDINGS, Fixture> = {
  'wire-arguments-mismatch': { broken: call(`{ town: 'Rome' }`), clean: call(`{ place: 'Rome' }`) },
  'wire-mcp-ui-action': {
    broken: clicking(`window.parent.postMessage({ type: 'tool', payload: { toolName: 'refresh', params: {} } }, '*')`),
    clean: clicking(`post({ id: 7, method: 'ui/message', params: { role: 'user', content: [{ type: 'text', text: 'More' }] } })`),
  },
  'use-error': { broken: clicking('undefined.draw()'), clean: clicking(`show('Refreshed')`) },
  'use-refused': { broken: clicking(COPY), clean: clicking(COPY, { permissions: { clipboardWrite: {} } }) },
  'use-download': {
    broken: clicking(
      `const link = document.createElement('a'); link.href = 'data:text/plain,Sunny'; link.download = 'weather.txt'; link.click()`,
    ),
    clean: clicking(`show('Saved')`),
  },
  'use-nothing': { broken: clicking(''), clean: clicking(`show('Refreshed')`) },
}
