import type { FindingCode } from '../catalogue/catalogue.ts'
import { finding, type Finding } from '../catalogue/finding.ts'
import { allows } from './allows.ts'
import { fieldsOf } from './fields.ts'
import { constantText, type Reference } from './script-syntax.ts'
import { excerpt } from './source-location.ts'
import type { ViewDocument, ViewProgram } from './view-document.ts'

const OPEN_METHODS = /^(GET|POST|PUT|DELETE|PATCH|HEAD|OPTIONS)$/i
const REQUESTS = new Set(['fetch', 'navigator.sendBeacon', 'WebSocket', 'EventSource'])

interface Request {
  /** As far as it is constant. */
  readonly address: string
  readonly program: ViewProgram
  readonly start: number
  readonly end: number
}

/** The unavailable resources that the scripts of a View load. */
export function checkConnections(view: ViewDocument): Finding[] {
  const { policy, uri } = view
  const place = { resourceUri: uri }
  const requests = view.programs.flatMap(requestsOf)
  const relative = requests.find(({ address }) => !URL.canParse(address) && !/^[a-z]+:/i.test(address))
  const refused = requests.find(({ address }) => URL.canParse(address) && !allows(policy, 'connect-src', address))
  const imports = importsOf(view)
  const unresolved = imports.find(({ address }) => !URL.canParse(address))
  const blocked = imports.find(({ address }) => /^https?:/.test(address) && !allows(policy, 'script-src', address))
  const report = (code: FindingCode, found: Request | undefined): Finding[] =>
    found === undefined ? [] : [finding(code, excerpt(view, found.program, found), place)]
  return [
    ...report('script-connect-relative', relative),
    ...report('script-connect-blocked', refused),
    ...report('script-import-unresolved', unresolved),
    ...report('script-import-blocked', blocked),
  ]
}

function requestsOf(program: ViewProgram): Request[] {
  return (program.uses?.references ?? []).flatMap((use) => {
    const node = addressIn(use)
    const address = node && constantText(node, use.lookUp)?.text
    if (!address || /^(data|blob|about):/.test(address)) return []
    return [{ address, program, start: use.start, end: use.end }]
  })
}

/** The argument that holds the address of a request. */
function addressIn({ path, kind, args, binding }: Reference): Reference['args'][number] | undefined {
  if (kind !== 'call' && kind !== 'new') return undefined
  if (!binding && REQUESTS.has(path)) return args[0]
  const [method, address] = args
  const isOpen = path.endsWith('.open') && method?.type === 'Literal' && OPEN_METHODS.test(String(method.value))
  return isOpen ? address : undefined
}

/** The imports of modules, with an import map applied. An import in a classic script or inside a function may never run. */
function importsOf(view: ViewDocument): Request[] {
  const map = readImportMap(view.scan.scripts.find(({ attributes }) => attributes.get('type') === 'importmap')?.text)
  return view.programs
    .filter(({ isModule }) => isModule)
    .flatMap((program) =>
      (program.uses?.imports ?? [])
        .filter(({ isStatic }) => isStatic)
        .map(({ specifier, start, end }) => ({ address: map[specifier] ?? specifier, program, start, end })),
    )
}

function readImportMap(text: string | undefined): Readonly<Record<string, string>> {
  try {
    const entries = Object.entries(fieldsOf(fieldsOf(JSON.parse(text ?? '{}'))['imports']))
    return Object.fromEntries(entries.filter((entry): entry is [string, string] => typeof entry[1] === 'string'))
  } catch {
    return {}
  }
}
