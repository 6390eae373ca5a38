import { finding, type Finding } from '../catalogue/finding.ts'
import { isAccessProblem } from './check-access.ts'
import type { Facts } from './facts.ts'
import { fieldsOf, listOf, show } from './fields.ts'

/** What is wrong with what tools returned. */
export function checkResults({ calls, tools }: Facts): Finding[] {
  return calls.flatMap(({ tool, input, answer }) => {
    const place = { tool }
    if (isAccessProblem(answer)) return []
    if (!answer.ok) return [finding('result-call-failed', `with ${show(input)}: ${answer.message}`, place)]
    const content = listOf(answer.value['content'])
    const found: Finding[] = []
    if (!content.some(({ type, text }) => type === 'text' && typeof text === 'string' && text.trim() !== ''))
      found.push(finding('result-no-text', `content: ${show(answer.value['content'])}`, place))
    const declared = (tools.ok ? tools.value : []).some((each) => each['name'] === tool && each['outputSchema'] !== undefined)
    if (declared && answer.value['isError'] !== true && answer.value['structuredContent'] === undefined)
      found.push(finding('result-structured-missing', `the result has ${Object.keys(answer.value).join(', ')}`, place))
    const embedded = content.find(({ resource }) => String(fieldsOf(resource)['uri']).startsWith('ui://'))
    if (embedded) found.push(finding('result-embedded-view', show(fieldsOf(embedded['resource'])['uri']), place))
    return found
  })
}
