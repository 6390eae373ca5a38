import { applyDocumentTheme, applyHostStyleVariables } from 'casement/view'
import { connect } from 'casement/view/typed'
import type { app } from './app.ts'
import { canRollAgain, describe, diceOf, followRoll, rollAgain, type RollState } from './roll.ts'

const list = element('ul', HTMLUListElement)
const status = element('[role=status]', HTMLElement)
const button = element('button', HTMLButtonElement)
const counter = element('.counter', HTMLElement)

const view = await connect<typeof app>()
// Saved by the host, so it survives a reload of the View.
const rolls = view.app.state('rolls', 0)

function show(state: RollState): void {
  list.replaceChildren(...diceOf(state).map((die) => Object.assign(document.createElement('li'), { textContent: String(die) })))
  status.textContent = describe(state)
  button.disabled = !canRollAgain(view, state)
  button.onclick = async () => {
    button.disabled = true
    show(await rollAgain(view, state))
    await rolls.set(rolls.get() + 1)
  }
}

function showCount(): void {
  counter.textContent = rolls.get() > 0 ? `Rolled again: ${rolls.get()}` : ''
}

function applyTheme(): void {
  const { theme, styles } = view.app.hostContext ?? {}
  if (theme) applyDocumentTheme(theme)
  applyHostStyleVariables(styles?.variables)
}

function element<E extends HTMLElement>(selector: string, type: new () => E): E {
  const found = document.querySelector(selector)
  if (!(found instanceof type)) throw new Error(`index.html has no ${selector}`)
  return found
}

view.app.addEventListener('hostcontextchanged', applyTheme)
rolls.subscribe(showCount)
applyTheme()
showCount()
show({ status: 'waiting' })
followRoll(view, show)
