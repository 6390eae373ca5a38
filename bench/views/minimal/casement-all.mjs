// A View with every feature that an App can be given, in use.
import {
  App,
  applyDocumentTheme,
  applyHostFonts,
  applyHostStyleVariables,
  appTools,
  blackBox,
  getDocumentTheme,
  links,
  serverExtras,
  state,
} from 'casement/view'
import { show } from './show.mjs'

/** Runs at the end of the page. */
export async function runView() {
  const app = new App({ name: 'minimal', version: '1.0.0' }).use(state).use(blackBox).use(links).use(serverExtras).use(appTools)
  const count = app.state('count', 0)
  app.registerTool('count', { description: 'Says how often the View was clicked.' }, () => ({
    content: [{ type: 'text', text: `${count.get()} times, ${getDocumentTheme()}` }],
  }))
  app.ontoolresult = () => show(app.data())
  app.onhostcontextchanged = ({ theme, styles }) => {
    if (theme) applyDocumentTheme(theme)
    applyHostStyleVariables(styles?.variables)
    applyHostFonts(styles?.css?.fonts ?? '')
  }
  document.addEventListener('click', async () => {
    await count.set(count.get() + 1)
    show([await app.callServerTool({ name: 'refresh', arguments: {} }), await app.listServerTools(), app.diagnose()])
  })
  await app.connect()
}
