import { readToolUi } from 'casement/protocol'
import { exampleInput } from '../connect/example-input.ts'
import { finding, type Finding, type Place } from '../catalogue/finding.ts'
import { isAccessProblem } from './check-access.ts'
import type { Facts } from './facts.ts'
import { asText, fieldsOf, isFields, listOf, show, type Fields } from './fields.ts'
import { findMismatch } from './schema-mismatch.ts'

/** Problems of tool results. */
export function checkResults({ calls, tools }: Facts): Finding[] {
  return calls.flatMap(({ tool, input, answer }) => {
    const place = { tool }
    if (isAccessProblem(answer)) return []
    if (!answer.ok) return [finding('result-call-failed', `with ${show(input)}: ${answer.message}`, place)]
    const content = listOf(answer.value['content'])
    const found: Finding[] = []
    const size = show(answer.value).length
    if (size > LARGEST)
      found.push(
        finding('result-large', `the result is ${inMegabytes(size)}, the largest part is ${largestPart(answer.value)}`, place),
      )
    if (answer.value['isError'] === true) {
      const said = content.map(({ text }) => asText(text)).join(' ')
      const isOwn = isChosen(toolNamed(tools, tool), input)
      const error = finding('result-is-error', `with ${show(input)}: ${said}`, place)
      // With made-up arguments an error is no surprise.
      found.push(isOwn ? error : { ...error, severity: 'hint' })
    }
    if (!content.some(({ type, text }) => type === 'text' && typeof text === 'string' && text.trim() !== ''))
      found.push(finding('result-no-text', describeContent(answer.value['content']), place))
    const broken = content.find(({ type, text }) => type === 'text' && typeof text === 'string' && isNearlyJson(text))
    if (broken)
      found.push(
        finding('result-text-not-json', `not valid JSON, but a Python repr or the like: ${asText(broken['text'])}`, place),
      )
    found.push(
      ...checkStructured(answer.value, toolNamed(tools, tool), place),
      ...checkEmptied(answer.value, toolNamed(tools, tool), place),
    )
    if (namesView(answer.value) && readToolUi(toolNamed(tools, tool)).uri === undefined)
      found.push(finding('result-meta-misplaced', `the result of ${tool} has _meta: ${show(answer.value['_meta'])}`, place))
    const embedded = content.find(({ resource }) => String(fieldsOf(resource)['uri']).startsWith('ui://'))
    const uri = embedded && show(fieldsOf(embedded['resource'])['uri'])
    const isOnly = readToolUi(toolNamed(tools, tool)).uri === undefined
    if (uri !== undefined)
      found.push(
        finding(
          'result-embedded-view',
          isOnly ? `${uri} is embedded as MCP-UI does it, and the tool has no _meta.ui.resourceUri` : uri,
          place,
        ),
      )
    return found
  })
}

const LARGEST = 1_000_000
const inMegabytes = (characters: number): string => `${(characters / 1_000_000).toFixed(1)} MB`

/** The path to the member that makes a value large, and its size. */
function largestPart(value: unknown): string {
  let [path, at]: [string, unknown] = ['', value]
  while (typeof at === 'object' && at !== null) {
    const total = show(at).length
    const [name, largest] = Object.entries(at).toSorted(([, one], [, other]) => show(other).length - show(one).length)[0] ?? []
    // A list of many small members is large as a whole.
    if (name === undefined || (path !== '' && show(largest).length < total / 2)) break
    path = Array.isArray(at) ? `${path}[${name}]` : `${path}${path === '' ? '' : '.'}${name}`
    at = largest
  }
  return `${path} with ${inMegabytes(show(at).length)}`
}

/** An object or a list as Python, Ruby or a careless template writes it. */
function isNearlyJson(text: string): boolean {
  if (!/^\s*(?:\{\s*'\w+'\s*:|\[\s*\{\s*'\w+'\s*:|\{\s*"\w+"\s*(?::|=>))/.test(text) || !/[}\]]\s*$/.test(text)) return false
  try {
    JSON.parse(text)
    return false
  } catch {
    return true
  }
}

function describeContent(content: unknown): string {
  const wrong = Array.isArray(content) ? content.findIndex((block) => !isFields(block) || typeof block['type'] !== 'string') : -1
  const problem = wrong < 0 ? '' : `; content[${wrong}] must be a content block: an object with a type`
  return `content: ${show(content)}${problem}`
}

/** True when every argument is one that the schema or the user chose. */
function isChosen({ inputSchema }: Fields, input: Fields): boolean {
  const properties = fieldsOf(fieldsOf(inputSchema)['properties'])
  return Object.entries(input).every(([name, value]) => {
    const schema = fieldsOf(properties[name])
    const isGiven = ['default', 'const', 'examples', 'enum'].some((key) => schema[key] !== undefined)
    return isGiven || show(value) !== show(exampleInput(schema))
  })
}

/** True for a result that has the metadata of a tool. */
export const namesView = ({ _meta }: Fields): boolean =>
  fieldsOf(fieldsOf(_meta)['ui'])['resourceUri'] !== undefined || fieldsOf(_meta)['openai/outputTemplate'] !== undefined

const toolNamed = (tools: Facts['tools'], name: string): Fields =>
  fieldsOf((tools.ok ? tools.value : []).find((each) => each['name'] === name))

function checkStructured({ isError, structuredContent: content, ...rest }: Fields, tool: Fields, place: Place): Finding[] {
  const schema = tool['outputSchema']
  if (content === undefined)
    return schema !== undefined && isError !== true
      ? [finding('result-structured-missing', `the result has ${Object.keys(rest).join(', ')}`, place)]
      : []
  if (!isFields(content)) {
    const kind = Array.isArray(content) ? 'an array' : content === null ? 'null' : `a ${typeof content}`
    return [finding('result-structured-not-object', `structuredContent is ${kind}: ${show(content)}`, place)]
  }
  const mismatch = isFields(schema) && schema['type'] === 'object' && isError !== true ? findMismatch(content, schema) : undefined
  return mismatch === undefined ? [] : [finding('result-schema-mismatch', `outputSchema: ${mismatch}`, place)]
}

const LACKS_INPUT = /required|missing|undefined|expected \w+|invalid (?:input|arguments?)/i

/** The schema asks for nothing, and the tool complains that it got nothing. */
function checkEmptied({ isError, content }: Fields, { inputSchema }: Fields, place: Place): Finding[] {
  const asks = Object.keys(fieldsOf(fieldsOf(inputSchema)['properties']))
  const said = listOf(content)
    .map(({ text }) => asText(text))
    .find((text) => LACKS_INPUT.test(text))
  if (isError !== true || !isFields(inputSchema) || asks.length > 0 || said === undefined) return []
  return [finding('tool-schema-emptied', `inputSchema has no properties, and the tool says: ${said}`, place)]
}
