import { casement } from 'casement/vite'
import { defineConfig } from 'vite'

export default defineConfig({
  plugins: [casement({ views: { 'packing-list': 'index.html' } })],
  build: { outDir: '../dist/packing-list' },
})
