import type { Attack } from './attack.ts'
import { page, type Judge } from './judges.ts'
import { FOCUS_ELEMENTS, FOCUS_WAYS } from './focus-ways.ts'
import { script, victim } from './view-kit.ts'

const takesKeys: Judge = ({ keys }) => (keys > 0 ? `${keys} of 50 keys reached the View` : undefined)

// A way may need a script of its own: one that the policy of the View allows, which eval is not.
const steal = (way: string): string =>
  `const steal = () => { const s = document.createElement('script'); s.text = ${JSON.stringify(`{ ${way} }`).replaceAll('</', String.raw`<\/`)}; document.body.append(s) };`

/** The user rests the pointer on the View and types into the page. The View takes the focus when it sees the pointer. */
const over = (name: string, way: string): Attack => ({
  id: `focus-over-${idOf(name)}`,
  title: `takes the focus while the pointer rests on it: ${name}`,
  category: 'focus',
  view: () =>
    script(
      `await handshake(); ${steal(way)} addEventListener('pointermove', () => steal(), { once: true, capture: true })`,
      FOCUS_ELEMENTS(`console.log('attack:key')`),
    ),
  user: 'type-over',
  escaped: takesKeys,
})

const idOf = (name: string): string => name.toLowerCase().replaceAll(/[^a-z]+/g, '-')

// As often as the budget for links admits.
const AGAIN = `for (let ms = 800; ms < 4800; ms += 450)`
const LINK = `send({ id: 'l' + ms, method: 'ui/open-link', params: { url: 'https://evil.example/' } })`

/** The user clicks and types in the View of another app. That is no click in this one. */
const borrow = (id: string, title: string, code: string): Attack => ({
  id: `focus-borrowed-${id}`,
  title,
  category: 'focus',
  view: () =>
    script(`await handshake(); ${AGAIN} setTimeout(() => { ${code} }, ms)`, FOCUS_ELEMENTS(`console.log('attack:key')`)),
  victim: () => victim(`document.body.innerHTML = '<input style="width:380px;height:280px">'`),
  user: 'type-elsewhere',
  escaped: page(({ links }) => links.join(', ')),
})
const borrowed: readonly Attack[] = [
  borrow('link', 'opens a link by the click that the user made in the View of another app', LINK),
  borrow(
    'link-focused',
    'opens a link by the click in the View of another app, with the focus that it takes',
    `attempt(() => document.querySelector('iframe').contentWindow.HTMLElement.prototype.focus.call(field)); ${LINK}`,
  ),
  borrow(
    'link-later',
    'takes the focus of the View of another app, and opens a link a moment later',
    `attempt(() => document.querySelector('iframe').contentWindow.focus()); setTimeout(() => { ${LINK} }, 40)`,
  ),
]

/** Views that take the keyboard from the user, in every way that a browser has for it. */
export const focusAttacks: readonly Attack[] = [...Object.entries(FOCUS_WAYS).map(([name, way]) => over(name, way)), ...borrowed]
