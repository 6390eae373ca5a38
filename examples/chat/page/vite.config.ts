import { defineConfig } from 'vite'

export default defineConfig({
  build: { outDir: '../dist/page', emptyOutDir: true, target: 'es2023', chunkSizeWarningLimit: 800 },
})
