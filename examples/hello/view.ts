import { connect, type OutputOf } from 'casement/view/typed'
import { followHost } from '../shared/follow-host.ts'
import { find, make } from '../shared/page.ts'
import type { app } from './app.ts'

type Greeting = OutputOf<typeof app, 'greet'>

const view = await connect<typeof app>()
followHost(view.app)

function show({ greeting, name, language, languages }: Greeting): void {
  find('h1').textContent = greeting
  const buttons = languages.map((each) => {
    const button = make('button', { type: 'button', 'aria-pressed': String(each === language) }, each)
    button.onclick = async () => show(await view.call('greet', { name, language: each }))
    return button
  })
  find('#languages').replaceChildren(...buttons)
}

view.on('greet', { result: (greeting) => greeting && show(greeting) })
