import { svelte } from '@sveltejs/vite-plugin-svelte'
import { casement } from 'casement/vite'
import { defineConfig } from 'vite'

export default defineConfig({ plugins: [svelte(), casement({ views: { view: 'index.html' } })] })
