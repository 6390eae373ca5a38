// Compiles and bundles an app with the packages that an npm alias puts behind the names of MCP-UI.
import { join } from 'node:path'
import { build } from 'esbuild'
import ts from 'typescript'
import { root } from '../../scripts/setup.mjs'
import { errorsIn, memoryProgram } from '../../test/memory-program.ts'

/** The package behind each name, by its folder in node_modules. */
export type Aliases = Readonly<Record<string, string>>

/** Bundles the source of an app as one script for a page, or as a module for Node. */
export async function bundleApp(code: string, alias: Aliases, platform: 'browser' | 'node' = 'browser'): Promise<string> {
  const { outputFiles } = await build({
    stdin: { contents: code, resolveDir: root, loader: 'tsx' },
    bundle: true,
    write: false,
    platform,
    format: platform === 'browser' ? 'iife' : 'esm',
    target: 'es2022',
    jsx: 'automatic',
    alias: { ...alias },
    supported: { 'inline-script': false },
    define: { 'process.env.NODE_ENV': '"production"' },
    logLevel: 'silent',
  })
  return outputFiles[0]?.text ?? ''
}

/** The compiler's errors about the source of an app. */
export function compileApp(code: string, alias: Aliases): string[] {
  const path = join(root, 'e2e/mcp-ui/app-in-memory.tsx')
  let text = code
  for (const [name, installed] of Object.entries(alias)) text = text.replaceAll(`'${name}'`, `'${installed}'`)
  const errors = errorsIn(memoryProgram(new Map([[path, text]])), path)
  return errors.map(({ messageText }) => ts.flattenDiagnosticMessageText(messageText, '\n'))
}
