import { casement } from 'casement/vite'
import { defineConfig } from 'vite'

export default defineConfig({ plugins: [casement({ views: { list: 'list/index.html', total: 'total/index.html' } })] })
