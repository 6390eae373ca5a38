/** Something to buy. */
export interface Item {
  readonly id: number
  readonly name: string
  /** In cents, for all of it together. */
  readonly price: number
  readonly bought: boolean
}

/** The list as everybody sees it. */
export interface ShoppingList {
  /** Counts up with each change, so that a View knows whether it is behind. */
  readonly version: number
  readonly items: readonly Item[]
}

/** The actions on the list. */
export type Change =
  | { readonly do: 'add'; readonly name: string; readonly price: number }
  | { readonly do: 'toggle'; readonly id: number }
  | { readonly do: 'remove'; readonly id: number }

const MAX_ITEMS = 200

let list: ShoppingList = {
  version: 1,
  items: [
    { id: 1, name: 'Tomatoes', price: 320, bought: false },
    { id: 2, name: 'Bread', price: 450, bought: true },
    { id: 3, name: 'Olive oil', price: 1190, bought: false },
    { id: 4, name: 'Coffee', price: 890, bought: false },
  ],
}

/** The list as it is now. One for the whole server: this is where the Views share their state. */
export const currentList = (): ShoppingList => list

/** Makes a change, and gives the list after it. */
export function changeList(change: Change): ShoppingList {
  list = { version: list.version + 1, items: changed(list.items, change) }
  return list
}

function changed(items: readonly Item[], change: Change): readonly Item[] {
  if (change.do === 'remove') return items.filter((item) => item.id !== change.id)
  if (change.do === 'toggle')
    return items.map(({ bought, ...item }) => ({ ...item, bought: item.id === change.id ? !bought : bought }))
  if (items.length >= MAX_ITEMS) throw new Error(`The list is full: it has ${MAX_ITEMS} things`)
  const id = 1 + Math.max(0, ...items.map((item) => item.id))
  return [...items, { id, name: change.name, price: change.price, bought: false }]
}
