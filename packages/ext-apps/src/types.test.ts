import { join } from 'node:path'
import ts from 'typescript'
import { expect, test } from 'vitest'
import { root } from '../../../scripts/setup.mjs'

const OURS = 'packages/ext-apps/dist'
const OFFICIAL = 'node_modules/@modelcontextprotocol/ext-apps/dist/src'
const OFFICIAL_1 = 'node_modules/ext-apps-v1/dist/src'

/** Compiles typical uses with the official package name standing for another folder, as an npm alias makes it. */
function compile(uses: string, declarations: string): string[] {
  const entry = (file: string): string[] => [join(root, declarations, file)]
  const program = ts.createProgram([join(root, 'packages/ext-apps/src/test-support/uses', uses)], {
    // The official 1.x declarations import each other without file endings, which only this resolution understands.
    module: ts.ModuleKind.ESNext,
    moduleResolution: ts.ModuleResolutionKind.Bundler,
    target: ts.ScriptTarget.ES2022,
    lib: ['lib.es2023.d.ts', 'lib.dom.d.ts', 'lib.dom.iterable.d.ts'],
    types: [],
    strict: true,
    noEmit: true,
    skipLibCheck: true,
    paths: {
      '@modelcontextprotocol/ext-apps': entry('app.d.ts'),
      '@modelcontextprotocol/ext-apps/app-bridge': entry('app-bridge.d.ts'),
      '@modelcontextprotocol/ext-apps/react': entry('react/index.d.ts'),
      '@modelcontextprotocol/ext-apps/server': entry('server/index.d.ts'),
    },
  })
  return ts.getPreEmitDiagnostics(program).map(({ file, start, messageText }) => {
    const line = file && start !== undefined ? file.getLineAndCharacterOfPosition(start).line + 1 : 0
    return `${uses}:${line} ${ts.flattenDiagnosticMessageText(messageText, '\n').split('\n').at(-1)?.trim()}`
  })
}

test.each([
  ['sdk-2.ts', 'the official package', OFFICIAL],
  ['sdk-2.ts', 'ours', OURS],
  ['sdk-1.ts', 'the official package', OFFICIAL_1],
  ['sdk-1.ts', 'ours', OURS],
])('the typical uses in %s compile against %s', (uses, _package, declarations) => {
  expect(compile(uses, declarations)).toEqual([])
})
