// Compiles and bundles an app with the packages that an npm alias puts behind the names of MCP-UI.
import { join } from 'node:path'
import { build } from 'esbuild'
import ts from 'typescript'
import { root } from '../../scripts/setup.mjs'

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
  const types = join(root, 'node_modules/@types/react')
  const path = join(root, 'e2e/mcp-ui/app-in-memory.tsx')
  let text = code
  for (const [name, installed] of Object.entries(alias)) text = text.replaceAll(`'${name}'`, `'${installed}'`)
  const options: ts.CompilerOptions = {
    module: ts.ModuleKind.ESNext,
    moduleResolution: ts.ModuleResolutionKind.Bundler,
    target: ts.ScriptTarget.ES2022,
    lib: ['lib.es2023.d.ts', 'lib.dom.d.ts', 'lib.dom.iterable.d.ts'],
    jsx: ts.JsxEmit.ReactJSX,
    strict: true,
    skipLibCheck: true,
    noEmit: true,
    types: ['node', 'react'],
    typeRoots: [join(root, 'node_modules/@types')],
    // A package may bring its own version of React's types.
    paths: { react: [types], 'react/*': [join(types, '*')] },
  }
  const host = ts.createCompilerHost(options)
  const { getSourceFile, fileExists } = host
  host.fileExists = (file) => file === path || fileExists(file)
  host.getSourceFile = (file, version, ...more) =>
    file === path ? ts.createSourceFile(file, text, version, true, ts.ScriptKind.TSX) : getSourceFile(file, version, ...more)
  const program = ts.createProgram([path], options, host)
  const source = program.getSourceFile(path)
  const found = [...program.getSyntacticDiagnostics(source), ...program.getSemanticDiagnostics(source)]
  return found.map(({ messageText }) => ts.flattenDiagnosticMessageText(messageText, '\n'))
}
