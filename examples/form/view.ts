import { connect, type OutputOf } from 'casement/view/typed'
import { followHost } from '../shared/follow-host.ts'
import { find, make } from '../shared/page.ts'
import type { app } from './app.ts'

type Opened = OutputOf<typeof app, 'register-for-workshop'>
type Field = HTMLInputElement | HTMLSelectElement | HTMLTextAreaElement

const view = followHost(await connect<typeof app>())

const form = find('form', HTMLFormElement)
const fields = [...form.elements].filter((element): element is Field => 'name' in element && Boolean(element.name))
const isBox = (field: Field): field is HTMLInputElement => field.type === 'checkbox'

function open({ known, workshops }: Opened): void {
  const options = workshops.map((workshop) => make('option', { value: workshop }, workshop))
  find('#workshop').replaceChildren(make('option', { value: '' }, 'Choose…'), ...options)
  for (const [name, value] of Object.entries(known)) {
    const field = fields.find((each) => each.name === name)
    if (field) field.value = String(value)
  }
}

function mark(field: Field, problem: string): void {
  field.setAttribute('aria-invalid', String(problem !== ''))
  field.setAttribute('aria-describedby', `${field.name}-problem`)
  find(`#${field.name}-problem`).textContent = problem
}

/** Shows what is wrong and leads there; true when nothing is. */
function report(problemOf: (field: Field) => string): boolean {
  for (const field of fields) mark(field, problemOf(field))
  const wrong = fields.filter((field) => field.getAttribute('aria-invalid') === 'true')
  const summary = find('.summary')
  summary.hidden = wrong.length === 0
  summary.textContent = wrong.length === 1 ? 'One field needs your attention.' : `${wrong.length} fields need your attention.`
  wrong[0]?.focus()
  return wrong.length === 0
}

form.onsubmit = async (event) => {
  event.preventDefault()
  if (!report((field) => field.validationMessage)) return
  const button = find('button.primary', HTMLButtonElement)
  button.disabled = true
  try {
    const given = Object.fromEntries(fields.map((field) => [field.name, isBox(field) ? field.checked : field.value]))
    const { ticket, problems } = await view.call('send-registration', given)
    if (report(({ name }) => problems[name] ?? '') && ticket) finish(ticket)
  } catch (error) {
    const summary = find('.summary')
    summary.hidden = false
    summary.textContent = `Not sent: ${error instanceof Error ? error.message : String(error)}`
  } finally {
    button.disabled = false
  }
}

form.oninput = ({ target }) => {
  const field = fields.find((each) => each === target)
  if (field?.getAttribute('aria-invalid') === 'true') mark(field, field.validationMessage)
}

function finish(ticket: string): void {
  form.hidden = true
  find('#ticket').textContent = ticket
  const done = find('.done')
  done.hidden = false
  done.focus()
  find('#tell').onclick = async () => {
    const text = `I have registered for the workshop. My ticket is ${ticket}.`
    const { isError } = await view.app.sendMessage({ role: 'user', content: [{ type: 'text', text }] })
    find('#told').textContent = isError ? 'It was not told.' : 'The assistant knows.'
  }
}

view.on('register-for-workshop', { result: (opened) => opened && open(opened) })
