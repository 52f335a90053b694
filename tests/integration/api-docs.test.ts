import { Validator } from '@seriousme/openapi-schema-validator'
import Fastify, { type FastifyInstance } from 'fastify'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { z } from 'zod'
import { errorsOf } from '#contract/endpoint.ts'
import { ERRORS } from '#contract/errors.ts'
import { apiDocs } from '#server/platform/http/api-docs.ts'
import { apiDocument, apiRows, templated } from '#server/platform/http/api-document.ts'
import { secureHeaders } from '#server/platform/http/secure-headers.ts'

const operation = z.looseObject({
  operationId: z.string(),
  tags: z.array(z.string()),
  security: z.array(z.record(z.string(), z.array(z.string()))),
  parameters: z.array(z.looseObject({ name: z.string().optional(), $ref: z.string().optional() })),
  responses: z.record(z.string(), z.looseObject({ description: z.string() })),
})
const shape = z.looseObject({
  openapi: z.literal('3.1.0'),
  paths: z.record(z.string(), z.record(z.string(), operation)),
  components: z.looseObject({ schemas: z.record(z.string(), z.unknown()) }),
})

let app: FastifyInstance
let served: unknown
beforeAll(async () => {
  app = Fastify()
  await secureHeaders(app, false)
  await apiDocs(app)
  served = (await app.inject('/api/docs/json')).json()
})
afterAll(() => app.close())

it('is served as made, and valid by the OpenAPI 3.1 schema', async () => {
  expect(served).toEqual(JSON.parse(JSON.stringify(apiDocument())))
  const { valid, errors } = await new Validator().validate(apiDocument())
  expect(errors).toBeUndefined()
  expect(valid).toBe(true)
})

it('has every endpoint once, and none that is not there', () => {
  const { paths } = shape.parse(served)
  const documented = Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(
      ([method, operation]) => `${operation.operationId} ${method} ${path}`,
    ),
  )
  const rows = apiRows().map(
    (row) => `${row.name} ${row.method.toLowerCase()} ${templated(row.path)}`,
  )
  expect(new Set(rows).size).toBe(rows.length)
  expect(documented.toSorted()).toEqual(rows.toSorted())
})

it('says of each endpoint who may call it, its key, and every code that it may answer', () => {
  const { paths } = shape.parse(served)
  for (const row of apiRows()) {
    const operation = paths[templated(row.path)]?.[row.method.toLowerCase()]
    const own = [{ session: [] }]
    const security = { public: [], guest: own, user: own, operator: [{ desk: [] }] }
    expect([row.name, operation?.security]).toEqual([row.name, security[row.access]])
    const keyed =
      operation?.parameters.some(({ $ref }) => $ref?.endsWith('IdempotencyKey')) ?? false
    expect([row.name, keyed]).toEqual([row.name, row.command !== undefined])
    for (const code of errorsOf(row)) {
      expect(operation?.responses[ERRORS[code].status]?.description.split(', ')).toContain(code)
    }
  }
})

it('shows amounts as the strings they are on the wire, and refers to nothing that is not there', () => {
  const { components } = shape.parse(served)
  expect(components.schemas['Balance']).toMatchObject({
    properties: { available: { type: 'string' } },
  })
  const text = JSON.stringify(served)
  const refs = new Set(
    [...text.matchAll(/"#\/components\/schemas\/(\w+)"/g)].map(([, name]) => name),
  )
  expect(refs.size).toBeGreaterThan(50)
  expect([...refs].filter((name) => !(`${name}` in components.schemas))).toEqual([])
})

it('is a page that runs no script but its own files', async () => {
  const page = await app.inject('/api/docs/')
  expect(page.statusCode).toBe(200)
  const policy = String(page.headers['content-security-policy'])
  expect(policy).toContain("default-src 'self'")
  expect(policy).not.toMatch(/script-src|unsafe-eval|https?:/)
  expect(page.body).not.toMatch(/<script(?![^>]*\bsrc=)/)
})
