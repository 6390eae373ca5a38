// A View as its designer opens it: in a tab of its own, with nothing around it but a stand-in.
import { App, serverExtras, standIn } from 'casement/view'

const app = new App({ name: 'alone', version: '1.0.0' }).use(serverExtras).use(
  standIn({
    input: { city: 'Bern' },
    result: { content: [], structuredContent: { degrees: 21 } },
    tools: { double: ({ n }) => ({ content: [], structuredContent: { twice: Number(n) * 2 } }) },
  }),
)
const show = (name: string, text: unknown): void => {
  const line = document.body.appendChild(document.createElement('p'))
  line.dataset['name'] = name
  line.textContent = JSON.stringify(text)
}

app.ontoolinput = ({ arguments: args }) => show('input', args)
app.ontoolresult = async () => {
  show('data', app.data())
  const { structuredContent } = await app.callServerTool({ name: 'double', arguments: { n: 21 } })
  show('called', structuredContent)
}

const button = document.body.appendChild(document.createElement('button'))
button.textContent = 'Pick'
button.addEventListener('click', async () => {
  const files = await app.pickFile({ accept: '.txt', multiple: true })
  show('picked', await Promise.all(files.map(async (file) => [file.name, await file.text()])))
})

async function start(): Promise<void> {
  const cell = app.state('count', 0)
  await app.connect()
  await cell.loaded
  await cell.set(cell.get() + 1)
  show('state', [cell.where, cell.get()])
}
void start()
