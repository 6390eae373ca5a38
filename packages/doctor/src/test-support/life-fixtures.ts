import type { LIFE_FINDINGS } from '../catalogue/life-findings.ts'
import { RESULT } from './fixture-server.ts'
import type { Fixture } from './fixture.ts'
import { afterwards, changed, LIVE, SCRIPT, view } from './live-fixtures.ts'

const SHOW = `document.querySelector('p').textContent = text`
const RESULT_HANDLER = /'ui\/notifications\/tool-result': \(result\) => \{[^]*?\n {4}\},/

/** A View that is empty until it shows something, in another way than usual. */
const showing = (code: string, body = '<p></p>', ui = {}) => view({ body, script: SCRIPT.replace(SHOW, code), ui })

/** A View that still waits after its result, because it handles that in another way. */
const handling = (code: string) => view({ script: SCRIPT.replace(RESULT_HANDLER, code) })

/** Strings that bundles of the official SDK contain. */
const OFFICIAL_SDK = `class App { setupSizeChangedNotifications(){} getHostContext(){}
    connect(){ parent.postMessage({ jsonrpc: '2.0', id: 1, method: 'ui/initialize', params: { appInfo: this.info, appCapabilities: {}, protocolVersion: '2026-01-26' } }, '*') }
    error(){} ready(){ parent.postMessage({ jsonrpc: '2.0', method: 'ui/notifications/initialized' }, '*') } }
  const app = new App()`

/** Every way in which a View is lost or waits for ever. A crashed renderer has a test of its own: no View can cause it cheaply. */
export const LIFE_FIXTURES: Record<Exclude<keyof typeof LIFE_FINDINGS, 'view-crashed'>, Fixture> = {
  'view-hung': { broken: afterwards('for (;;) {}'), clean: afterwards('for (let at = 0; at < 1000; at++) {}') },
  'view-navigates': {
    broken: afterwards(`location.href = 'https://weather.example/'`),
    clean: afterwards(`location.hash = 'details'`),
  },
  // None of the doctor's scripts is left in the View.
  'view-unobserved': { broken: afterwards('window.insideView = undefined'), clean: LIVE },
  'sdk-not-connected': {
    broken: view({ script: OFFICIAL_SDK }),
    clean: view({ script: `${OFFICIAL_SDK}\n${SCRIPT}` }),
  },
  'script-element-missing': {
    broken: showing(`document.getElementById('weather-root').textContent = text`, '<div id="root"></div>'),
    clean: showing(`document.getElementById('weather-root').textContent = text`, '<p id="weather-root">Weather</p>'),
  },
  'code-swallowed': { broken: showing('try { undefined.draw(text) } catch {}'), clean: LIVE },
  'wait-pending': {
    broken: showing(`customElements.whenDefined('x-weather').then(() => { ${SHOW} })`),
    clean: showing(
      `customElements.define('x-weather' + Math.random().toString(36).slice(2), class extends HTMLElement {}); ${SHOW}`,
    ),
  },
  'wait-failed': {
    broken: showing(`fetch(['http:', '', 'localhost:9', ''].join('/')).then(() => { ${SHOW} })`, '<p></p>', {
      csp: { connectDomains: ['http://localhost:9'] },
    }),
    clean: LIVE,
  },
  'wait-event': {
    broken: changed('  start()', `  addEventListener('weather:ready', () => start())`),
    clean: changed('  start()', `  addEventListener('weather:ready', () => start()); dispatchEvent(new Event('weather:ready'))`),
  },
  'wait-location': {
    broken: showing(`document.querySelector('p').textContent = new URLSearchParams(location.search).get('sky')`),
    clean: showing(`document.querySelector('p').textContent = new URLSearchParams(location.search).get('sky') ?? text`),
  },
  'wait-openai': {
    broken: showing(`document.querySelector('p').textContent = window.openai?.toolOutput?.sky ?? ''`),
    clean: showing(`document.querySelector('p').textContent = window.openai?.toolOutput?.sky ?? text`),
  },
  'wait-protocol': {
    broken: handling(`render: (data) => { if (data.type === 'ui-lifecycle-iframe-render-data') show(data.payload.sky) },`),
    clean: LIVE,
  },
  'wait-notification': {
    broken: view({
      body: '<p></p>',
      script: SCRIPT.replace(RESULT_HANDLER, '').replace(/'ui\/notifications\/tool-input': .*\n/, ''),
    }),
    clean: LIVE,
  },
  'data-structured-unreturned': {
    broken: {
      ...changed('result.structuredContent?.sky ?? result.content[0].text', 'result.structuredContent.sky'),
      result: RESULT,
    },
    clean: LIVE,
  },
  'data-never-shown': { broken: handling(''), clean: LIVE },
}
