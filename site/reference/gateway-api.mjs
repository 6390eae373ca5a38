// The reference of the gateway's API, from the OpenAPI document that a gateway serves.
import { markdownTable } from './markdown-table.mjs'

/** @typedef {import('@casement/gateway').Route} Route */
/** @typedef {ReturnType<typeof import('../../packages/gateway/src/api/openapi.ts').describeRoutes>} OpenApiDocument */
/** @typedef {{ name: string, in: string, description?: string }} Parameter */
/** @typedef {{ properties?: Record<string, object>, required?: string[] }} BodySchema */
/**
 * @typedef {object} Operation
 * @property {string[]} tags
 * @property {'public' | 'member' | 'admin'} x-casement-access
 * @property {Parameter[]} [parameters]
 * @property {{ content: { 'application/json': { schema: BodySchema } } }} [requestBody]
 */

/** Starts a gateway for a moment and reads its description, as a client does. @returns {Promise<OpenApiDocument>} */
export async function readOpenApi() {
  const { createGateway } = await import('@casement/gateway')
  const token = crypto.randomUUID()
  const gateway = await createGateway({ port: 0, pages: import.meta.dirname, auth: { type: 'token', token } })
  try {
    const response = await fetch(`http://localhost:${gateway.port}/api/openapi.json`, {
      headers: { authorization: `Bearer ${token}` },
    })
    // The gateway validated it against its own types.
    return /** @type {OpenApiDocument} */ (await response.json())
  } finally {
    await gateway.close()
  }
}

const ACCESS = { public: 'everyone', member: 'users', admin: 'admins' }

/**
 * The page of the reference.
 * @param {OpenApiDocument} document
 * @returns {string}
 */
export function gatewayApiPage({ info, paths }) {
  const rows = Object.entries(paths).flatMap(([path, operations]) =>
    Object.entries(operations).map(([method, operation]) => ({
      path,
      method: method.toUpperCase(),
      // Only `describeRoutes` writes them.
      operation: /** @type {Operation} */ (operation),
    })),
  )
  const tags = [...new Set(rows.map(({ operation }) => operation.tags[0] ?? ''))].toSorted()
  const chapters = tags.map((tag) => {
    const own = rows.filter(({ operation }) => operation.tags[0] === tag)
    const table = markdownTable(
      ['request', 'access', 'parameters', 'body'],
      own.map(({ method, path, operation }) => [
        `\`${method} ${path}\``,
        ACCESS[operation['x-casement-access']],
        parametersOf(operation),
        bodyOf(operation),
      ]),
    )
    return `## ${tag}\n\n${table}`
  })
  return [
    '# The API of the gateway',
    `Generated from the OpenAPI 3.1 document of version ${info.version}, with which a gateway describes itself at \`/api/openapi.json\`. The same document is [openapi.json](openapi.json) next to this page. The schemas of the bodies are those that validate them; in the table, optional fields have a question mark.`,
    'A request needs a token (`Authorization: Bearer …`), or the session cookie of a browser and the secret of its page. See [the guide](gateway.md#authentication-and-roles). The types of the responses are in `@casement/gateway/api`. A refusal has the status 4xx or 5xx and a body `{ "error": { "code", "message", "fix"? } }`.',
    ...chapters,
  ].join('\n\n')
}

/** @param {Operation} operation */
const parametersOf = ({ parameters = [] }) =>
  parameters
    .filter((parameter) => parameter.in === 'query')
    .map(({ name, description }) => `\`${name}\`: ${description ?? ''}`)
    .join(' ')

/** @param {Operation} operation */
function bodyOf({ requestBody }) {
  if (!requestBody) return ''
  const { properties = {}, required = [] } = requestBody.content['application/json'].schema
  const names = Object.keys(properties).map((name) => `\`${name}${required.includes(name) ? '' : '?'}\``)
  return names.length > 0 ? names.join(', ') : 'JSON'
}
