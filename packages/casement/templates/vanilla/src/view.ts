import { applyDocumentTheme, applyHostStyleVariables } from 'casement/view'
import { connect, type OutputOf } from 'casement/view/typed'
import type { app } from './app.ts'

const view = await connect<typeof app>()
const list = document.querySelector('ul')
const status = document.querySelector('p')
const button = document.querySelector('button')

function show({ dice, sides }: OutputOf<typeof app, 'roll-dice'>): void {
  const items = dice.map((die) => Object.assign(document.createElement('li'), { textContent: String(die) }))
  list?.replaceChildren(...items)
  if (status) status.textContent = `${dice.reduce((sum, die) => sum + die, 0)} in all`
  if (!button) return
  button.disabled = false
  button.onclick = async () => show(await view.call('roll-dice', { count: dice.length, sides }))
}

view.app.addEventListener('hostcontextchanged', () => {
  const { theme, styles } = view.app.hostContext ?? {}
  if (theme) applyDocumentTheme(theme)
  applyHostStyleVariables(styles?.variables)
})
view.on('roll-dice', { result: (rolled) => rolled && show(rolled) })
