import vue from '@vitejs/plugin-vue'
import { casement } from 'casement/vite'
import { defineConfig } from 'vite'

export default defineConfig({ plugins: [vue(), casement({ views: { view: 'index.html' } })] })
