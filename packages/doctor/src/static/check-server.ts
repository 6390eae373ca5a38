import { EXTENSION_ID } from 'casement/protocol'
import { finding, type Finding } from '../catalogue/finding.ts'
import { namesView } from './check-results.ts'
import { isAccessProblem } from './check-access.ts'
import type { Facts } from './facts.ts'
import { fieldsOf, show } from './fields.ts'

/** Problems of the server as a whole. */
export function checkServer({ capabilities, info, tools, resources, views, calls, ping, negotiated }: Facts): Finding[] {
  const found: Finding[] = []
  if (negotiated && !VERSIONS.has(negotiated.version ?? ''))
    found.push(
      finding('server-version-unknown', `the server responded to initialize with protocolVersion: ${show(negotiated.version)}`),
    )
  const refused = [ping, tools, resources].find((answer) => answer && !answer.ok && REFUSES_VERSION.test(answer.message))
  if (negotiated && refused && !refused.ok)
    return [finding('server-version-refused', `agreed on ${show(negotiated.version)}, then: ${refused.message}`)]
  if (capabilities['tools'] === undefined) found.push(finding('tools-undeclared', `capabilities: ${show(capabilities)}`))
  if (!tools.ok && !isAccessProblem(tools))
    found.push(finding(tools.problem === 'endless' ? 'tools-list-endless' : 'tools-list-failed', tools.message))
  if (!resources.ok && !isAccessProblem(resources))
    found.push(finding(resources.problem === 'endless' ? 'listing-endless' : 'listing-failed', resources.message))
  if (
    tools.ok &&
    views.length === 0 &&
    !tools.value.some(namesSomething) &&
    !calls.some(({ answer }) => answer.ok && namesView(answer.value))
  )
    found.push(finding('no-ui-resource', `${tools.value.length} tool(s), none with _meta.ui.resourceUri`))
  if (views.length > 0 && capabilities['resources'] === undefined)
    found.push(finding('resources-undeclared', `capabilities: ${show(capabilities)}`))
  if (views.length > 0 && !Object.hasOwn(fieldsOf(capabilities['extensions']), EXTENSION_ID))
    found.push(finding('extension-undeclared', `capabilities: ${show(capabilities)}`))
  if (!info['name'] || !info['version']) found.push(finding('server-unnamed', `serverInfo: ${show(info)}`))
  return found
}

const REFUSES_VERSION =
  /(?:unsupported|invalid|unknown|bad|not supported)[^.]{0,40}protocol.?version|protocol.?version[^.]{0,40}(?:unsupported|invalid|unknown|not supported)/i

/** The published revisions of MCP that begin with `initialize`. */
const VERSIONS = new Set(['2024-11-05', '2025-03-26', '2025-06-18', '2025-11-25'])

/** A tool that meant to have a view has a finding of its own. */
const namesSomething = (tool: unknown): boolean => /resourceUri|outputTemplate|:"ui:\/\//.test(show(tool))
