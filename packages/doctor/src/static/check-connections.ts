import { finding, type Finding } from '../catalogue/finding.ts'
import { allows } from './allows.ts'
import { fieldsOf } from './fields.ts'
import type { ScannedHtml } from './scan-html.ts'
import type { ViewDocument } from './view-document.ts'

const REQUEST =
  /(?<![\w$.])(?:(?:window\.)?fetch|new WebSocket|new EventSource|navigator\.sendBeacon)\(\s*(["'`])([^"'`]*)|\.open\(\s*["'](?:GET|POST|PUT|DELETE|PATCH)["']\s*,\s*(["'`])([^"'`]*)/g
const LEADING_IMPORT = /^(?:\s|;|\/\/.*\n|\/\*[^]*?\*\/|["']use strict["'])*import\s*(?:[\w*{][^'"()]*?from\s*)?["']([^"']+)["']/

/** What the scripts of a view load that nobody will give them. */
export function checkConnections({ scan, script, policy, uri }: ViewDocument): Finding[] {
  const place = { resourceUri: uri }
  const requests = [...script.matchAll(REQUEST)]
    // A part that is computed ends what is known of the address.
    .map(([, , direct, , opened]) => (direct ?? opened ?? '').split('${')[0] ?? '')
    .filter((address) => address !== '' && !/^(data|blob|about):/.test(address))
  const relative = requests.find((address) => !URL.canParse(address) && !/^[a-z]+:/i.test(address))
  const refused = requests.find((address) => URL.canParse(address) && !allows(policy, 'connect-src', address))
  const imports = importsOf(scan)
  const unresolved = imports.find((specifier) => !URL.canParse(specifier))
  const blocked = imports.find((specifier) => /^https?:/.test(specifier) && !allows(policy, 'script-src', specifier))
  return [
    ...(relative === undefined ? [] : [finding('script-connect-relative', relative, place)]),
    ...(refused === undefined ? [] : [finding('script-connect-blocked', refused, place)]),
    ...(unresolved === undefined
      ? []
      : [finding('script-import-unresolved', `import … from ${JSON.stringify(unresolved)}`, place)]),
    ...(blocked === undefined ? [] : [finding('script-import-blocked', `import … from ${JSON.stringify(blocked)}`, place)]),
  ]
}

/** What modules import at their beginning, with an import map applied. Further down a text may only look like an import. */
function importsOf({ scripts }: ScannedHtml): string[] {
  const map = readImportMap(scripts.find(({ attributes }) => attributes.get('type') === 'importmap')?.text)
  return scripts
    .filter(({ attributes }) => attributes.get('type') === 'module')
    .flatMap(({ text }) => leadingImports(text))
    .map((specifier) => map[specifier] ?? specifier)
}

function leadingImports(text: string): string[] {
  const found: string[] = []
  for (let rest = text, match = LEADING_IMPORT.exec(rest); match?.[1] !== undefined; match = LEADING_IMPORT.exec(rest)) {
    found.push(match[1])
    rest = rest.slice(match[0].length)
  }
  return found
}

function readImportMap(text: string | undefined): Readonly<Record<string, string>> {
  try {
    const entries = Object.entries(fieldsOf(fieldsOf(JSON.parse(text ?? '{}'))['imports']))
    return Object.fromEntries(entries.filter((entry): entry is [string, string] => typeof entry[1] === 'string'))
  } catch {
    return {}
  }
}
