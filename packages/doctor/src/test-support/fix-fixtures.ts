import type { FindingCode } from '../catalogue/catalogue.ts'
import type { FixtureServer } from './fixture-server.ts'
import { withHead, withTool } from './fixture.ts'

/** A fault in the form in which it can be repaired. */
export interface FixFixture {
  readonly broken: FixtureServer
  /** Further files of the project. */
  readonly files?: Readonly<Record<string, string>>
  /** A piece of server.mjs that is computed there, and not written out. */
  readonly computed?: readonly [from: string, to: string]
}

const JSON_TEXT = '{"celsius":18}'

/** Faults whose own fixture has a form that is left to the user. */
export const FIX_FIXTURES: Partial<Record<FindingCode, FixFixture>> = {
  'html-relative-url': {
    broken: withHead('<script src="./chart.js"></script><link rel="stylesheet" href="style.css">'),
    files: { 'chart.js': 'const chart = 1\n', 'style.css': 'p { margin: 0 }\n' },
  },
  'css-url-relative': {
    broken: withHead('<style>p { background: url(sun.svg) }</style>'),
    files: { 'sun.svg': '<svg xmlns="http://www.w3.org/2000/svg"/>' },
  },
  'result-structured-missing': {
    broken: { ...withTool({ outputSchema: { type: 'object' } }), result: { content: [{ type: 'text', text: JSON_TEXT }] } },
    computed: [`'${JSON_TEXT}'`, 'JSON.stringify({ celsius: 18 })'],
  },
}
