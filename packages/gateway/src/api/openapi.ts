import { z } from 'zod'
import { route, type Route, type RouteOptions } from '../router.ts'
import { SECRET_HEADER } from '../security/authentication.ts'
import { VERSION } from '../version.ts'

/** An OpenAPI 3.1 document. */
export interface OpenApiDocument {
  readonly openapi: '3.1.1'
  readonly info: { readonly title: string; readonly version: string }
  readonly paths: Readonly<Record<string, Readonly<Record<string, object>>>>
  readonly components: object
}

/** Describes the routes of a table. The schemas of the bodies are those that validate them. */
export function describeRoutes(table: readonly Route[]): OpenApiDocument {
  const paths: Record<string, Record<string, object>> = {}
  for (const row of table) {
    if (row.path.includes('*')) continue
    const path = row.path.replaceAll(/:(\w+)/g, '{$1}')
    const operations = (paths[path] ??= {})
    for (const method of row.method === 'ALL' ? ['get', 'post', 'delete'] : [row.method.toLowerCase()])
      // The first row that matches a request handles it.
      operations[method] ??= describeRoute(row, method)
  }
  return { openapi: '3.1.1', info: { title: 'Casement gateway', version: VERSION }, paths, components: COMPONENTS }
}

/** Serves the description of a table. */
export const openApiRoute = (table: () => readonly Route[]): Route =>
  route({
    method: 'GET',
    path: '/api/openapi.json',
    access: 'member',
    handle: ({ context }) => context.json(describeRoutes(table())),
  })

function describeRoute(row: Route, method: string): object {
  const names = [...row.path.matchAll(/:(\w+)/g)].map(([, name = '']) => name)
  const query = row.access === 'public' ? {} : (row.query ?? {})
  const parameters = [
    ...names.map((name) => ({ name, in: 'path', required: true, schema: { type: 'string' } })),
    ...Object.entries(query).map(([name, description]) => ({ name, in: 'query', description, schema: { type: 'string' } })),
  ]
  const body = method === 'get' || row.access === 'public' ? undefined : row.body
  return {
    operationId: [method, ...row.path.split(/[^\w]+/).filter(Boolean)].join('_'),
    tags: [row.path.split('/')[row.path.startsWith('/api/') ? 2 : 1]],
    security: row.access === 'public' ? [] : securityOf(row),
    'x-casement-access': row.access,
    ...(parameters.length > 0 && { parameters }),
    ...(body && { requestBody: { required: true, content: { 'application/json': { schema: schemaOf(body) } } } }),
    responses: {
      '2XX': { description: 'The request succeeded.' },
      default: { $ref: '#/components/responses/Refusal' },
    },
  }
}

/**
 * A page is opened with the credentials that the browser sends automatically; the API also needs the secret of the page, or a
 * token.
 */
const securityOf = ({ credential }: RouteOptions<unknown>): object[] =>
  credential === 'visit' ? [{ session: [] }, { token: [] }] : [{ token: [] }, { session: [], pageSecret: [] }]

function schemaOf(body: z.ZodType): object {
  // A schema with a check in code accepts more than the description can say.
  const { $schema: _unused, ...schema } = z.toJSONSchema(body, { io: 'input', unrepresentable: 'any' })
  return schema
}

const ERROR = {
  type: 'object',
  required: ['error'],
  properties: {
    error: {
      type: 'object',
      required: ['code', 'message'],
      properties: { code: { type: 'string' }, message: { type: 'string' }, fix: { type: 'string' } },
    },
  },
}

const COMPONENTS = {
  responses: {
    Refusal: {
      description: 'The request was refused. The error has a code, a message and, where there is one, a fix.',
      content: { 'application/json': { schema: ERROR } },
    },
  },
  securitySchemes: {
    token: { type: 'http', scheme: 'bearer', description: 'A token of `casement token add`, or the one in the configuration.' },
    session: { type: 'apiKey', in: 'cookie', name: '__Host-casement-user' },
    pageSecret: { type: 'apiKey', in: 'header', name: SECRET_HEADER },
  },
}
