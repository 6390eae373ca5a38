import { EXTENSION_ID } from 'casement/protocol'
import { finding, type Finding } from '../catalogue/finding.ts'
import { namesView } from './check-results.ts'
import { isAccessProblem } from './check-access.ts'
import type { Facts } from './facts.ts'
import { fieldsOf, show } from './fields.ts'

/** Problems of the server as a whole. */
export function checkServer({ capabilities, info, tools, resources, views, calls }: Facts): Finding[] {
  const found: Finding[] = []
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

/** A tool that meant to have a view has a finding of its own. */
const namesSomething = (tool: unknown): boolean => /resourceUri|outputTemplate/.test(show(tool))
