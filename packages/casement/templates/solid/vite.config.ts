import { casement } from 'casement/vite'
import solid from 'vite-plugin-solid'
import { defineConfig } from 'vitest/config'

export default defineConfig({
  plugins: [solid(), casement({ views: { view: 'index.html' } })],
  // The tests run in Node and open a browser themselves; without this, the Solid plugin asks for jsdom.
  test: { environment: 'node' },
})
