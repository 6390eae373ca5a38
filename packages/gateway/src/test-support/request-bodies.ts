import type { OpenApiDocument } from '../api/openapi.ts'

interface Schema {
  readonly type?: string
  readonly const?: unknown
  readonly enum?: readonly unknown[]
  readonly properties?: Readonly<Record<string, Schema>>
  readonly items?: Schema
  readonly anyOf?: readonly Schema[]
  readonly oneOf?: readonly Schema[]
}

interface Operation {
  readonly requestBody?: { readonly content: { readonly 'application/json': { readonly schema: Schema } } }
}

/** One request that a route accepts. */
export interface ValidRequest {
  readonly method: string
  readonly path: string
  readonly body?: string
}

/** Requests to every route of the API, with the given ids wherever an id can be: in the path, the query and the body. */
export function requestsWith(document: OpenApiDocument, ids: readonly string[]): ValidRequest[] {
  return Object.entries(document.paths).flatMap(([path, operations]) =>
    Object.entries(operations).flatMap(([method, operation]) => {
      const schema = (operation as Operation).requestBody?.content['application/json'].schema
      // Without a query too, because a search may find nothing.
      const hasQuery = method === 'get' ? [false, true] : [true]
      const body = schema ? (id: string): string => JSON.stringify(fill(schema, id)) : method === 'post' ? () => '{}' : undefined
      return ids.flatMap((id) =>
        hasQuery.map((withQuery): ValidRequest => {
          const address = path.replaceAll(/\{\w+\}/g, encodeURIComponent(id)) + (withQuery ? queryOf(id) : '')
          return Object.assign({ method: method.toUpperCase(), path: address }, body && { body: body(id) })
        }),
      )
    }),
  )
}

/** The query parameters of a route. */
const queryOf = (id: string): string =>
  `?${new URLSearchParams({ conversation: id, app: id, kind: id, view: id, id, user: id, tenant: id, search: id }).toString()}`

/** A value that a schema accepts, with an id for every text. */
function fill(schema: Schema, id: string): unknown {
  if ('const' in schema) return schema.const
  if (schema.enum) return schema.enum.at(-1)
  const [, last] = schema.anyOf ?? schema.oneOf ?? []
  const option = (schema.anyOf ?? schema.oneOf)?.[0] ?? last
  if (option) return fill(option, id)
  if (schema.properties) return Object.fromEntries(Object.entries(schema.properties).map(([key, each]) => [key, fill(each, id)]))
  if (schema.type === 'array') return schema.items ? [fill(schema.items, id)] : []
  if (schema.type === 'integer' || schema.type === 'number') return 1
  if (schema.type === 'object') return { id, view: id, text: id }
  return id
}
