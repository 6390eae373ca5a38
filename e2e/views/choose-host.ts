import { App } from 'casement/view'
import { openAnyHost } from 'casement/view/openai'
import { mockOpenai } from '../../packages/casement/src/view/openai/test-support/mock-openai.ts'

// A page with a `window.openai`, which both kinds of host have. Its title names the detected host and the received data.
const { openai } = mockOpenai({ toolInput: { city: 'Bern' } })
Object.assign(window, { openai })

// How long the one that is there may take must not depend on how busy the machine is.
const given = new URLSearchParams(location.search).get('patience')
const open = () => openAnyHost(given ? { patience: Number(given) } : {})
const app = new App({ name: 'chooser', version: '1.0.0' }, {}, { open })
app.ontoolinput = ({ arguments: args }) => {
  document.title = `${app.getHostVersion()?.name}: ${String(args?.['city'])}`
}
void app.connect()
