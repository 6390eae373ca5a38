import { App } from 'casement/view'

// A View that talks: to the model, to the user, to its server, and to itself after a reload.
const app = new App({ name: 'talker', version: '1.0.0' }, { tools: {} })
const show = (id: string): HTMLElement => {
  const element = document.createElement('p')
  element.id = id
  document.body.append(element)
  return element
}
const button = (text: string, act: () => unknown): void => {
  const element = document.createElement('button')
  element.textContent = text
  element.addEventListener('click', () => void act())
  document.body.append(element)
}

const partials = show('partials')
const input = show('input')
const outcome = show('outcome')
const counted = show('counted')
const theme = show('theme')
const count = app.state('count', 0)
count.subscribe(() => (counted.textContent = `count ${count.get()}`))
let seen = 0

button('count', () => count.set(count.get() + 1))
button('context', () => app.updateModelContext({ content: [{ type: 'text', text: 'Seat 12 is chosen.' }] }))
button('say', () => app.sendMessage({ role: 'user', content: [{ type: 'text', text: 'Book seat 12.' }] }))
button('link', () => app.openLink({ url: 'https://example.com/seats' }))
button('secret', async () => {
  const { content } = await app.callServerTool({ name: 'only-for-views', arguments: {} })
  outcome.textContent = JSON.stringify(content)
})

app.ontoolinputpartial = () => (partials.textContent = `partials ${++seen}`)
app.ontoolinput = ({ arguments: args }) => (input.textContent = `input ${JSON.stringify(args)}`)
app.ontoolresult = ({ structuredContent }) => (outcome.textContent = `result ${JSON.stringify(structuredContent)}`)
app.ontoolcancelled = () => (outcome.textContent = 'cancelled')
app.onhostcontextchanged = () => (theme.textContent = `theme ${app.getHostContext()?.theme}`)
app.onlisttools = () => ({
  tools: [
    { name: 'read-seats', description: 'Reads the seats', inputSchema: { type: 'object' }, annotations: { readOnlyHint: true } },
  ],
})
app.oncalltool = () => ({ content: [{ type: 'text', text: 'Seats 1 to 40' }] })
void app.connect().then(() => (theme.textContent = `theme ${app.getHostContext()?.theme}`))
