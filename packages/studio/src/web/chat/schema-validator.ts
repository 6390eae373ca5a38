import { Validator, type OutputUnit, type Schema } from '@cfworker/json-schema'
import { toErrorSchema, type RJSFSchema, type RJSFValidationError, type ValidatorType } from '@rjsf/utils'

type Values = Record<string, unknown>

// They only say that something inside is wrong, which has an error of its own.
const WRAPPERS = new Set(['properties', 'items', 'prefixItems', '$ref', 'allOf', 'dependentSchemas', 'patternProperties'])

/** Checks form data by interpreting the schema: the page's policy forbids to compile one. */
export function createSchemaValidator(): ValidatorType<Values> {
  return {
    validateFormData(values, schema) {
      const errors = check(schema, withoutUndefined(values)).map(toError)
      return { errors, errorSchema: toErrorSchema(errors) }
    },
    isValid(schema, values, root) {
      const definitions = { $defs: root['$defs'], definitions: root.definitions }
      return check({ ...definitions, ...schema }, withoutUndefined(values)).length === 0
    },
    rawValidation: (schema, values) => ({ errors: check(schema, values) as never[] }),
  }
}

function check(schema: RJSFSchema, value: unknown): OutputUnit[] {
  const { errors } = new Validator(schema as Schema, draftOf(schema), false).validate(value ?? {})
  return errors.filter(({ keyword }) => !WRAPPERS.has(keyword))
}

const draftOf = ({ $schema = '' }: RJSFSchema): '7' | '2019-09' | '2020-12' => {
  if (/draft-0[67]/.test($schema)) return '7'
  return $schema.includes('2019-09') ? '2019-09' : '2020-12'
}

/** As it will go over the wire: what is undefined is not there. */
const withoutUndefined = (value: unknown): unknown => (value === undefined ? undefined : JSON.parse(JSON.stringify(value)))

function toError({ keyword, instanceLocation, error }: OutputUnit): RJSFValidationError {
  const missing = keyword === 'required' ? /"(.*)"/.exec(error)?.[1] : undefined
  const path = instanceLocation.split('/').slice(1).map(decodeURIComponent)
  const property = [...path, ...(missing === undefined ? [] : [missing])].map((name) => `.${name}`).join('')
  const message = missing === undefined ? error : 'Required'
  return { name: keyword, property, message, stack: `${property} ${message}` }
}
