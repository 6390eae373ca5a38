import { find } from '../../shared/page.ts'
import { money, shareList, type List } from '../shared-list.ts'

const sum = (items: List['items']): number => items.reduce((total, { price }) => total + price, 0)

function show({ items }: List): void {
  const bought = items.filter((item) => item.bought)
  const whole = sum(items)
  find('#left').textContent = money(whole - sum(bought))
  find('#bought').textContent = `${bought.length} of ${items.length} bought, ${money(whole)} in all`
  find('progress', HTMLProgressElement).value = whole > 0 ? sum(bought) / whole : 0
}

await shareList(show)
