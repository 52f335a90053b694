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
  description: z.string().optional(),
  tags: z.array(z.string()),
  security: z.array(z.record(z.string(), z.array(z.string()))),
  parameters: z.array(z.looseObject({ name: z.string().optional(), $ref: z.string().optional() })),
  responses: z.record(z.string(), z.looseObject({ description: z.string() })),
})
const shape = z.looseObject({
  openapi: z.literal('3.1.0'),
  paths: z.record(z.string(), z.looseObject({ servers: z.unknown().optional() })),
  components: z.looseObject({ schemas: z.record(z.string(), z.unknown()) }),
})

/** The operations of a path by their methods. */
const operationsOf = (item: Record<string, unknown>) =>
  z
    .record(z.string(), operation)
    .parse(Object.fromEntries(Object.entries(item).filter(([name]) => name !== 'servers')))

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
  const documented = Object.entries(paths).flatMap(([path, item]) =>
    Object.entries(operationsOf(item)).map(
      ([method, operation]) => `${operation.operationId} ${method} ${path}`,
    ),
  )
  const rows = apiRows().map(
    (row) => `${row.name} ${row.method.toLowerCase()} ${templated(row.path)}`,
  )
  expect(new Set(rows).size).toBe(rows.length)
  const plain = ['healthz', 'readyz', 'metrics', 'downloadTicks', 'downloadInputs']
  const others = documented.filter((line) => plain.includes(line.split(' ')[0] ?? ''))
  expect(others).toHaveLength(plain.length)
  expect(documented.filter((line) => !others.includes(line)).toSorted()).toEqual(rows.toSorted())
})

it('says of each endpoint who may call it, its key, and every code that it may answer', () => {
  const { paths } = shape.parse(served)
  for (const row of apiRows()) {
    const found = paths[templated(row.path)]?.[row.method.toLowerCase()]
    const documented = operation.parse(found)
    const own = [{ session: [] }]
    const security = { public: [], guest: own, user: own, operator: [{ desk: [] }] }
    expect([row.name, documented.security]).toEqual([row.name, security[row.access]])
    const keyed = documented.parameters.some(
      ({ $ref }) => $ref?.endsWith('IdempotencyKey') === true,
    )
    expect([row.name, keyed]).toEqual([row.name, row.command !== undefined])
    for (const code of errorsOf(row)) {
      expect(documented.responses[ERRORS[code].status]?.description.split(', ')).toContain(code)
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
  expect(Object.keys(components.schemas).filter((name) => !refs.has(name))).toEqual([])
})

it('describes every operation in a sentence, and orders with their signature field by field', () => {
  const { paths, components } = shape.parse(served)
  const operations = Object.values(paths).flatMap((item) => Object.values(operationsOf(item)))
  const bare = operations.filter(({ description }) => !/^\S.* .*[.)]$/s.test(description ?? ''))
  expect(bare.map(({ operationId }) => operationId)).toEqual([])
  expect(JSON.stringify(components.schemas['PlaceOrderBody'])).toMatch(/signed.*10\.50/)
  const fields = z.looseObject({ properties: z.record(z.string(), z.looseObject({})) })
  const { properties } = fields.parse(components.schemas['OrderSignature'])
  const undescribed = Object.entries(properties).filter(([, field]) => !('description' in field))
  expect(undescribed.map(([name]) => name)).toEqual([])
})

it('says that bodies take no other fields, and leaves answers open', () => {
  const { components } = shape.parse(served)
  const closed = { additionalProperties: false }
  expect(components.schemas['PlaceOrderBody']).toMatchObject(closed)
  expect(components.schemas['OrderSignature']).toMatchObject(closed)
  expect(components.schemas['Order']).not.toMatchObject(closed)
  expect(components.schemas['PlaceOrderReply']).not.toMatchObject(closed)
})

it('has no default of null, because generators then make the field required', () => {
  expect(JSON.stringify(served)).not.toContain('"default":null')
})

it('is a page that runs no script but its own files', async () => {
  const page = await app.inject('/api/docs/')
  expect(page.statusCode).toBe(200)
  const policy = String(page.headers['content-security-policy'])
  expect(policy).toContain("default-src 'self'")
  expect(policy).not.toMatch(/script-src|unsafe-eval|https?:/)
  expect(page.body).not.toMatch(/<script(?![^>]*\bsrc=)/)
})
