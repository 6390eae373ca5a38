import { App, applyDocumentTheme, applyHostFonts, applyHostStyleVariables, blackBox, getDocumentTheme } from 'casement/view'
import { runProbe, type Equip } from './probe.ts'

/** Every feature of an App, in use. */
const equip: Equip<App> = (app) => {
  const recorded = app.use(blackBox)
  app.registerTool('lab', { description: 'Does nothing.' }, () => ({ content: [] }))
  const count = app.state('count', 0)
  return async () => {
    await count.loaded
    await count.set(7)
    const anchor = document.body.appendChild(document.createElement('a'))
    anchor.href = 'https://example.com/clicked'
    anchor.click()
    anchor.remove()
    window.open('https://example.com/opened')
    const { entries } = recorded.diagnose()
    return {
      count: count.get(),
      errors: entries.filter(({ kind }) => !['in', 'out'].includes(kind)),
      messages: entries.length > 0,
    }
  }
}

void runProbe({ App, applyDocumentTheme, applyHostFonts, applyHostStyleVariables, getDocumentTheme }, equip)
