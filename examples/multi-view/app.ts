import { defineApp, result, tool } from 'casement/server'
import { z } from 'zod'
import { changeList, currentList } from './shopping-list.ts'

const item = z.object({ id: z.number(), name: z.string(), price: z.number(), bought: z.boolean() })
const list = z.object({ version: z.number(), items: z.array(item) })
const name = z.string().trim().min(1).max(60)
const price = z.number().int().min(0).max(1_000_000).describe('In cents')
const change = z.discriminatedUnion('do', [
  z.object({ do: z.literal('add'), name, price }),
  z.object({ do: z.literal('toggle'), id: z.number() }),
  z.object({ do: z.literal('remove'), id: z.number() }),
])

const asView = () => result({ view: { version: currentList().version, items: [...currentList().items] } })
const inWords = ({ items }: z.infer<typeof list>): string =>
  items.map(({ name: what, bought }) => `${bought ? '[x]' : '[ ]'} ${what}`).join('\n') || 'The list is empty'

/** Two Views of one shopping list. A change in one is seen in the other, and by the model. */
export const app = defineApp({
  name: 'shopping',
  version: '1.0.0',
  title: 'Shopping list',
  views: {
    list: { file: new URL('./list.html', import.meta.url), prefersBorder: true },
    total: { file: new URL('./total.html', import.meta.url), prefersBorder: true },
  },
  tools: {
    'show-list': tool({
      title: 'Show the list',
      description: 'Shows the shopping list',
      output: list,
      view: 'list',
      run: asView,
      text: inWords,
    }),
    'show-total': tool({
      title: 'Show the total',
      description: 'Shows what the list costs',
      output: list,
      view: 'total',
      run: asView,
      text: inWords,
    }),
    'add-to-list': tool({
      title: 'Add to the list',
      description: 'Adds something, and shows the list',
      input: { name, price },
      output: list,
      view: 'list',
      run: (given) => {
        changeList({ do: 'add', ...given })
        return asView()
      },
      text: inWords,
    }),
    'read-list': tool({
      description: 'The list, for its Views',
      output: list,
      visibility: ['app'],
      annotations: { readOnlyHint: true },
      run: asView,
    }),
    'change-list': tool({
      description: 'Changes the list, for its Views',
      input: z.object({ change }),
      output: list,
      visibility: ['app'],
      run: (given) => {
        changeList(given.change)
        return asView()
      },
    }),
  },
})
