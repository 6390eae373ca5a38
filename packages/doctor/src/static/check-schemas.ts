import { finding, type Finding } from '../catalogue/finding.ts'
import type { FindingCode } from '../catalogue/catalogue.ts'
import { resolveRef } from '../connect/example-input.ts'
import type { Facts } from './facts.ts'
import { fieldsOf, isFields, show, type Fields } from './fields.ts'

/** Problems of tool schemas. */
export function checkSchemas({ tools }: Facts): Finding[] {
  return (tools.ok ? tools.value : []).flatMap((tool) => {
    const found: Finding[] = []
    const report = (code: FindingCode, evidence: string): void =>
      void found.push(finding(code, evidence, { tool: String(tool['name']) }))
    const { inputSchema, outputSchema } = tool
    if (!isFields(inputSchema)) report('tool-schema-missing', `inputSchema: ${show(inputSchema)}`)
    else checkInput(inputSchema, report)
    if (outputSchema !== undefined && fieldsOf(outputSchema)['type'] !== 'object')
      report('tool-output-schema-not-object', `outputSchema: ${show(outputSchema)}`)
    for (const [name, schema] of Object.entries({ inputSchema, outputSchema })) {
      const lost = isFields(schema) ? refsOf(schema).find((ref) => resolveRef(ref, schema) === undefined) : undefined
      if (lost !== undefined) report('tool-schema-ref', `${name} has $ref ${show(lost)}`)
    }
    return found
  })
}

function checkInput(schema: Fields, report: (code: FindingCode, evidence: string) => void): void {
  const union = ['anyOf', 'oneOf', 'allOf'].find((name) => schema[name] !== undefined)
  if (schema['type'] !== 'object') report('tool-schema-not-object', `inputSchema.type: ${show(schema['type'])}`)
  else if (union !== undefined) report('tool-schema-root-union', `inputSchema.${union}: ${show(schema[union])}`)
  const known = fieldsOf(schema['properties'])
  const required: readonly unknown[] = Array.isArray(schema['required']) ? schema['required'] : []
  const unknown = required.filter((name) => !Object.hasOwn(known, String(name)))
  if (unknown.length > 0) report('tool-schema-required-unknown', `required: ${show(unknown)}`)
}

function refsOf(value: unknown): string[] {
  if (Array.isArray(value)) return value.flatMap(refsOf)
  if (!isFields(value)) return []
  const own = typeof value['$ref'] === 'string' ? [value['$ref']] : []
  // A property may be called $ref, and an example may hold anything.
  return [...own, ...Object.entries(value).flatMap(([name, each]) => (LITERAL.has(name) ? [] : refsOf(each)))]
}

const LITERAL = new Set(['const', 'enum', 'default', 'examples'])
