import { App } from 'casement/view'
import { followHost } from '../../shared/follow-host.ts'
import { find, make } from '../../shared/page.ts'

const app = new App({ name: 'packing-list', version: '1.0.0' })
const packed = app.state<readonly string[]>('packed', [])

function show(): void {
  const { trip, items = [] } = app.data<{ trip: string; items: readonly string[] }>() ?? {}
  if (trip) find('h1').textContent = `Packing for ${trip}`
  find('ul').replaceChildren(
    ...items.map((item) => {
      const box = make('input', { type: 'checkbox' })
      box.checked = packed.get().includes(item)
      box.addEventListener('change', () => {
        const others = packed.get().filter((each) => each !== item)
        void packed.set(box.checked ? [...others, item] : others)
      })
      return make('li', {}, make('label', {}, box, ` ${item}`))
    }),
  )
  find('p').textContent = `${packed.get().length} of ${items.length} packed`
}

app.ontoolresult = show
packed.subscribe(show)
await app.connect()
followHost({ app })
show()
