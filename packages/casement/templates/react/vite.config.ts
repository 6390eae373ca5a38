import react from '@vitejs/plugin-react'
import { casement } from 'casement/vite'
import { defineConfig } from 'vite'

export default defineConfig({ plugins: [react(), casement({ views: { view: 'index.html' } })] })
