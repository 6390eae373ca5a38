import { find, make } from '../../shared/page.ts'
import { money, shareList, type Change, type List } from '../shared-list.ts'

const form = find('form', HTMLFormElement)
const shared = await shareList(show)

async function change(what: Change): Promise<void> {
  const alert = find('[role="alert"]')
  try {
    await shared.change(what)
    alert.textContent = ''
  } catch (error) {
    alert.textContent = `Not changed: ${error instanceof Error ? error.message : String(error)}`
  }
}

function show({ items }: List): void {
  const rows = items.map(({ id, name, price, bought }) => {
    const box = make('input', { type: 'checkbox' })
    box.checked = bought
    box.onchange = () => void change({ do: 'toggle', id })
    const remove = make('button', { type: 'button', 'aria-label': `Remove ${name}` }, '×')
    remove.onclick = () => void change({ do: 'remove', id })
    const label = make('label', {}, box, make('span', {}, name))
    return make('li', bought ? { class: 'bought' } : {}, label, make('span', { class: 'price' }, money(price)), remove)
  })
  find('ul').replaceChildren(...rows)
}

form.onsubmit = (event) => {
  event.preventDefault()
  const name = find('#name', HTMLInputElement)
  const price = Math.round(find('#price', HTMLInputElement).valueAsNumber * 100)
  void change({ do: 'add', name: name.value, price })
  form.reset()
  name.focus()
}
