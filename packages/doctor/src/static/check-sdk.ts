import { finding, type Finding } from '../catalogue/finding.ts'
import { detectSdk, isBefore } from './detect-sdk.ts'
import type { ViewDocument } from './view-document.ts'

/** Since when ext-apps has what Views call. */
const SINCE: Readonly<Record<string, string>> = {
  getHostContext: '0.1',
  requestDisplayMode: '0.2',
  updateModelContext: '0.4',
  downloadFile: '1.1',
  readServerResource: '1.2',
  listServerResources: '1.2',
  requestTeardown: '1.3',
  createSamplingMessage: '1.7',
}

/** Problems of a View's SDK. */
export function checkSdk(view: ViewDocument): Finding[] {
  const { name, version } = detectSdk(view) ?? {}
  if (name !== '@modelcontextprotocol/ext-apps' || version === undefined) return []
  const place = { resourceUri: view.uri }
  const missing = Object.entries(SINCE).find(([member, since]) => isBefore(version, since) && isCalled(member, view))
  return [
    ...(isBefore(version, '1.0') ? [finding('sdk-draft', `${name} ${version}`, place)] : []),
    ...(missing
      ? [finding('sdk-too-old', `${missing[0]}() is called, which ${name} has since ${missing[1]}; this is ${version}`, place)]
      : []),
  ]
}

/** Called on something, and nowhere defined or looked for first. */
function isCalled(member: string, { programs }: ViewDocument): boolean {
  const uses = programs.flatMap((program) => program.uses ?? [])
  const own = uses.flatMap(({ references }) => references.filter(({ path }) => path.endsWith(`.${member}`)))
  return (
    own.some(({ kind }) => kind === 'call') &&
    own.every(({ kind }) => kind === 'call') &&
    !uses.some(({ defined, strings }) => defined.has(member) || strings.has(member))
  )
}
