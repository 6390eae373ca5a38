import type { FindingCode } from '../catalogue/catalogue.ts'
import type { ScenarioName } from '../dynamic/observation.ts'
import type { Fixture } from './fixture.ts'
import { changed, SCRIPT, view } from './live-fixtures.ts'

interface FurtherFixture extends Fixture {
  readonly code: FindingCode
  readonly scenarios: readonly ScenarioName[]
}

const RESULT = `'ui/notifications/tool-result'`

/** Faults that have been missed once because they looked like something else, by how they come about. */
export const FURTHER_LIVE_FIXTURES: Readonly<Record<string, FurtherFixture>> = {
  'a handler that is attached after a second and a half': {
    code: 'data-late-only',
    scenarios: ['late'],
    broken: changed(
      'let later = () => {}',
      `const draw = hear[${RESULT}]\n  delete hear[${RESULT}]\n  setTimeout(() => { hear[${RESULT}] = draw }, 1500)\n  let later = () => {}`,
    ),
    // It never shows a result, and no placeholder says that it waits for one.
    clean: view({
      script: SCRIPT.replace(`show(result.isError ?`, `void (result.isError ?`).replaceAll(`'Waiting for '`, `'Weather of '`),
    }),
  },
  'a control that asks the browser for full screen': {
    code: 'use-refused',
    scenarios: ['used'],
    broken: view({
      body: '<p>Weather</p><button>Larger</button>',
      script: `${SCRIPT}\n  document.querySelector('button').onclick = () => document.documentElement.requestFullscreen()`,
    }),
    clean: view({
      body: '<p>Weather</p><button>Larger</button>',
      script: `${SCRIPT}\n  document.querySelector('button').onclick = () => post({ id: 9, method: 'ui/request-display-mode', params: { mode: 'fullscreen' } })`,
    }),
  },
  'messages to the own window': {
    code: 'script-posts-to-itself',
    scenarios: [],
    broken: changed('window.parent.postMessage(', 'window.postMessage('),
    clean: changed('const connected = () => {}', "const connected = () => window.postMessage({ own: 'note' })"),
  },
}
