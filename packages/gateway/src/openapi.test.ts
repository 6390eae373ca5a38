import { Validator } from '@seriousme/openapi-schema-validator'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { OpenApiDocument } from './api/openapi.ts'
import { createGateway, type Gateway } from './gateway.ts'
import { api } from './test-support/ask.ts'
import { pagesFolder } from './test-support/pages-folder.ts'

let gateway: Gateway
beforeAll(async () => {
  gateway = await createGateway({ port: 0, pages: pagesFolder })
})
afterAll(() => gateway.close())

const read = async (): Promise<OpenApiDocument> => (await api<OpenApiDocument>(gateway, 'GET', '/api/openapi.json')).value

test('the description of the API is valid OpenAPI 3.1', async () => {
  const document = await read()
  const validator = new Validator()
  const { valid, errors } = await validator.validate(structuredClone(document) as object as Record<string, unknown>)
  expect(errors).toBeUndefined()
  expect([valid, validator.version]).toEqual([true, '3.1'])
  const { valid: isWrongValid } = await new Validator().validate({ ...document, paths: { x: 1 } })
  expect(isWrongValid).toBe(false)
})

test('it has every route of the table but those with wildcards, each with its access', async () => {
  const { paths } = await read()
  const missing = gateway.routes
    .filter(({ path }) => !path.includes('*') && !/^\/(healthz|readyz|metrics)$/.test(path))
    .filter(({ method, path, access }) => {
      const operations = paths[path.replaceAll(/:(\w+)/g, '{$1}')] ?? {}
      const operation = operations[method === 'ALL' ? 'post' : method.toLowerCase()] as
        | { 'x-casement-access'?: string }
        | undefined
      return operation?.['x-casement-access'] !== access
    })
  expect(missing).toEqual([])
  expect(Object.keys(paths).length).toBeGreaterThan(20)
})

test('the parameters of the query are described', async () => {
  const { paths } = await read()
  const get = paths['/api/conversations/{id}/entries']?.['get'] as { parameters: { name: string; in: string }[] } | undefined
  expect(get?.parameters.map(({ name, in: place }) => `${place} ${name}`)).toEqual([
    'path id',
    'query search',
    'query limit',
    'query after',
  ])
})

test('the bodies are those that the routes validate', async () => {
  const { paths } = await read()
  expect(paths['/api/admin/tokens']?.['post']).toMatchObject({
    requestBody: {
      content: {
        'application/json': {
          schema: {
            type: 'object',
            required: ['name', 'user'],
            properties: { name: { type: 'string', maxLength: 500 }, role: { enum: ['admin', 'member'] } },
          },
        },
      },
    },
  })
})
