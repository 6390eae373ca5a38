// Apps with nothing wrong: every error or warning in them is a false alarm. Committed before the doctor was run on them.
import { app, HANDSHAKE, page, resource, START } from '../app-parts.mjs'

/** @param {Parameters<typeof page>[0]} parts */
const withPage = (parts) => app({ resources: [resource(page(parts))] })
const PIXEL = 'data:image/gif;base64,R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7'

/** @type {import('../unseen-sets.mjs').UnseenGood[]} */
export const good = [
  {
    name: 'u3-good-countdown',
    app: () =>
      withPage({
        body: '<output>Waiting</output><p>Refreshes in <b id="left">60</b> s</p>',
        script: `${HANDSHAKE}${START}
let left = 60
setInterval(() => { document.querySelector('#left').textContent = --left }, 1000)`,
      }),
  },
  {
    name: 'u3-good-skeleton',
    app: () =>
      withPage({
        style: '@keyframes pulse { 50% { opacity: .4 } } .bone { height: 16px; background: #8884; animation: pulse 1s infinite }',
        body: '<div class="bone"></div><output hidden></output>',
        script: `${HANDSHAKE.replace(
          "document.querySelector('output').textContent =",
          "setTimeout(() => { document.querySelector('.bone')?.remove(); document.querySelector('output').hidden = false }, 700)\n  document.querySelector('output').textContent =",
        )}${START}`,
      }),
  },
  {
    name: 'u3-good-quote',
    app: () =>
      withPage({
        body: '<output>Waiting</output><blockquote></blockquote>',
        script: `${HANDSHAKE}${START}
const QUOTES = ['Sun follows rain.', 'No weather is bad.', 'Wind is free.']
const draw = () => { document.querySelector('blockquote').textContent = QUOTES[Math.floor(Math.random() * QUOTES.length)] }
draw()
setInterval(draw, 900)`,
      }),
  },
  {
    name: 'u3-good-tabs',
    app: () =>
      withPage({
        body: '<div role="tablist" aria-label="Days"><button role="tab" aria-selected="true">Today</button><button role="tab" aria-selected="false">Tomorrow</button></div><output>Waiting</output>',
        script: `${HANDSHAKE}${START}
const tabs = [...document.querySelectorAll('[role=tab]')]
for (const tab of tabs) tab.addEventListener('click', () => {
  for (const each of tabs) each.setAttribute('aria-selected', String(each === tab))
})`,
      }),
  },
  {
    name: 'u3-good-theme-button',
    app: () =>
      withPage({
        style:
          '[data-theme=dark] body { background: #111; color: #eee } [data-theme=light] body { background: #fff; color: #111 }',
        body: '<output>Waiting</output><button type="button">Switch theme</button>',
        script: `
document.documentElement.dataset.theme = matchMedia('(prefers-color-scheme: dark)').matches ? 'dark' : 'light'
matchMedia('(prefers-color-scheme: dark)').addEventListener('change', ({ matches }) => { document.documentElement.dataset.theme = matches ? 'dark' : 'light' })
${HANDSHAKE}${START}
document.querySelector('button').addEventListener('click', () => {
  const { dataset } = document.documentElement
  dataset.theme = dataset.theme === 'dark' ? 'light' : 'dark'
})`,
      }),
  },
  {
    name: 'u3-good-local-form',
    app: () =>
      withPage({
        body: '<output>Waiting</output><form><label>Note <input name="note"></label><button>Add</button></form><ul></ul>',
        script: `${HANDSHAKE}${START}
document.querySelector('form').addEventListener('submit', (event) => {
  event.preventDefault()
  const item = document.createElement('li')
  item.textContent = event.target.elements.note.value || 'empty'
  document.querySelector('ul').append(item)
  send({ method: 'ui/notifications/size-changed', params: { width: 320, height: document.body.offsetHeight } })
})`,
      }),
  },
  {
    name: 'u3-good-details',
    app: () =>
      withPage({
        body: `<output>Waiting</output><details><summary>More</summary><img src="${PIXEL}" alt="Chart" width="80" height="40"><p>Humidity 40 %</p></details>`,
      }),
  },
  {
    name: 'u3-good-opens-on-click',
    app: () =>
      withPage({
        body: '<button type="button">Show the weather</button><dialog aria-label="Weather"><output>Waiting</output><form method="dialog"><button>Close</button></form></dialog>',
        script: `${HANDSHAKE}${START}
document.querySelector('button').addEventListener('click', () => document.querySelector('dialog').show())`,
      }),
  },
]
