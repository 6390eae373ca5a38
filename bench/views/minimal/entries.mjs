// The minimal View of each system, as the few lines a bundler starts from.
const withApp = (/** @type {string} */ from) => `import { App } from '${from}'\nimport { runView } from './app.mjs'\nrunView(App)`
const alone = (/** @type {string} */ file) => `import { runView } from './${file}.mjs'\nvoid runView()`

/** The folder that the entries import from. */
export const FOLDER = new URL('./', import.meta.url)

/** @type {Readonly<Record<'casement' | 'casementCore' | 'extApps' | 'official' | 'officialWithDeps' | 'byHand' | 'penpal' | 'comlink', string>>} */
export const ENTRIES = {
  casement: withApp('casement/view'),
  casementCore: withApp('casement/view/core'),
  extApps: withApp('@casement/ext-apps'),
  official: withApp('@modelcontextprotocol/ext-apps'),
  officialWithDeps: withApp('@modelcontextprotocol/ext-apps/app-with-deps'),
  byHand: alone('by-hand'),
  penpal: alone('penpal'),
  comlink: alone('comlink'),
}
