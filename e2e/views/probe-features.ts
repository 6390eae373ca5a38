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
import { runProbe, type Equip } from './probe.ts'

/** Every feature that an App can be given, in use. */
const equip: Equip = (app) => {
  const full = app.use(state).use(blackBox).use(links).use(serverExtras).use(appTools)
  full.registerTool('lab', { description: 'Does nothing.' }, () => ({ content: [] }))
  const count = full.state('count', 0)
  return async () => {
    await count.loaded
    await count.set(7)
    const anchor = document.body.appendChild(document.createElement('a'))
    anchor.href = 'https://example.com/clicked'
    anchor.click()
    anchor.remove()
    window.open('https://example.com/opened')
    const { entries } = full.diagnose()
    return {
      count: count.get(),
      errors: entries.filter(({ kind }) => !['in', 'out'].includes(kind)),
      messages: entries.length > 0,
    }
  }
}

void runProbe({ App, applyDocumentTheme, applyHostFonts, applyHostStyleVariables, getDocumentTheme }, equip)
