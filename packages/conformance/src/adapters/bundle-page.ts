import { extname } from 'node:path'
import { fileURLToPath } from 'node:url'
import { build } from 'esbuild'

/** The script of a page in this folder, with all that it imports: as source here, compiled where the package is installed. */
export async function bundlePage(name: string): Promise<string> {
  const { outputFiles } = await build({
    entryPoints: [fileURLToPath(new URL(`./${name}${extname(new URL(import.meta.url).pathname)}`, import.meta.url))],
    bundle: true,
    format: 'esm',
    target: 'es2022',
    minify: true,
    write: false,
    define: { 'process.env.NODE_ENV': '"production"' },
    logLevel: 'silent',
  })
  return outputFiles[0]?.text ?? ''
}

/** A page that is one script, with room for Views. */
export const pageHtml = (
  script: string,
): string => `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>host</title>
<style>body{margin:0}iframe{border:0;width:600px}</style></head><body><script type="module" src="${script}"></script></body></html>`

/** The page and its script, at their paths; undefined for everything else. */
export function answerPage(request: Request, script: string): Response | undefined {
  const { pathname } = new URL(request.url)
  if (pathname === '/page.js')
    return new Response(script, { headers: { 'Content-Type': 'text/javascript', 'Cache-Control': 'max-age=600' } })
  const headers = { 'Content-Type': 'text/html; charset=utf-8', 'Origin-Agent-Cluster': '?1' }
  return pathname === '/' ? new Response(pageHtml('/page.js'), { headers }) : undefined
}
