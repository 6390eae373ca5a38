import { App } from 'casement/view'

// A View with a button for everything that the panels of the Studio show.
const app = new App({ name: 'lab-view', version: '1.0.0' }, { availableDisplayModes: ['inline', 'fullscreen'] })
const add = (tag: string, id: string, text = ''): HTMLElement => {
  const element = document.createElement(tag)
  element.id = id
  element.textContent = text
  document.body.append(element)
  return element
}
const button = (text: string, act: () => unknown): void => add('button', text, text).addEventListener('click', () => void act())

const result = add('p', 'result', 'no result')
const surroundings = add('p', 'surroundings')
const tell = (): void => {
  const { theme, locale, timeZone, platform, safeAreaInsets, containerDimensions } = app.getHostContext() ?? {}
  surroundings.textContent = JSON.stringify({ theme, locale, timeZone, platform, top: safeAreaInsets?.top, containerDimensions })
}
const count = app.state('count', 0)
const counted = add('p', 'counted')
count.subscribe(() => (counted.textContent = `count ${count.get()}`))
button('count', () => count.set(count.get() + 1))
button('ask', async () => {
  const { content } = await app.callServerTool({ name: 'add', arguments: { a: 1, b: 2 } })
  result.textContent = JSON.stringify(content)
})
button('fail', () => app.callServerTool({ name: 'nobody-has-this', arguments: {} }).catch(() => (result.textContent = 'refused')))
button('context', () => app.updateModelContext({ content: [{ type: 'text', text: 'Three seats are chosen.' }] }))
// oxlint-disable-next-line no-console -- the console is what is shown
button('log', () => console.warn('careful now'))
button('load', () => {
  const image = document.createElement('img')
  image.src = 'https://blocked.example/picture.png'
  document.body.append(image)
})

button('evaluate', () => {
  try {
    // oxlint-disable-next-line typescript/no-implied-eval -- whether the policy allows it is the question
    result.textContent = String(new Function('return 42')())
  } catch {
    result.textContent = 'refused'
  }
})

app.ontoolresult = ({ structuredContent }) => {
  result.textContent = `result ${JSON.stringify(structuredContent)}`
}
app.onhostcontextchanged = tell
void app.connect().then(tell)
