/** The OpenAPI 3.1 document of all endpoints, built from the same rows that the routes are bound to. */
import { z } from 'zod'
import { type Endpoint, errorsOf } from '#contract/endpoint.ts'
import { ENDPOINTS } from '#contract/endpoints/all.ts'
import { ERRORS, type ErrorCode, problem } from '#contract/errors.ts'
import { intentKey } from '#contract/scalars.ts'
import {
  type ApiSchemas,
  apiSchemas,
  type JsonSchema,
  referencedNames,
} from '#server/platform/http/api-schemas.ts'
import { contractComment } from '#server/platform/http/contract-comments.ts'
import { PLAIN_PATHS } from '#server/platform/http/plain-paths.ts'
import { VERSION } from '#server/platform/version.ts'

interface Row extends Endpoint {
  name: string
  area: string
  /** The file of the contract that declares it, without `.ts`. */
  file: string
}
const AREAS: Record<keyof typeof ENDPOINTS, string> = {
  app: 'This server',
  market: 'Products and candles: no session needed',
  frames: 'Prices and topics for pages whose network blocks the socket',
  history: 'The public tick history and what proves it: no session needed',
  trading: 'Orders',
  signing: 'Keys of devices, and signed orders that were refused',
  sharing: 'Receipts that users share by a code; reading one needs no session',
  guests: 'Trading without an account',
  registration: 'Registering',
  identity: 'Logging in and out',
  security: 'Passwords, devices, log-ins, second factors',
  closing: 'Locking and closing the account',
  recovery: 'Recovering an account: for an asker without a session, and vetoes',
  verification: 'Proving who one is',
  balance: 'The balance and practice money',
  cashier: 'Money in and out',
  commands: 'Commands whose answer was lost',
  fund: 'The balance fund: rates for everybody, one user’s shares and income',
  messages: 'System messages and the safety word',
  alerts: 'Price alerts',
  push: 'Web push',
  mail: 'Mail to users: the address, and its confirmation',
  limits: 'Limits that users set for themselves',
  records: 'Looking everything up later',
  publicRecords: 'Public records: terms, breaks of the market, voids, heads of the operator log',
  support: 'Customer service: the user’s own conversation with it',
  deskSession: 'Logging in at the operator desk, with two factors',
  deskSupport: 'Customer service at the desk',
  deskFrozen: 'What a check has frozen, and how two operators end it',
  deskRecovery: 'Account recovery at the desk: two operators approve',
  statistics: 'What the platform measures of itself',
  desk: 'The operator desk: with its own cookie; everybody else is told that it is not there',
  clientReports: 'Errors and speed that browsers report',
  announcements: 'What operators tell everybody at once',
  news: 'Articles that operators write for everyone',
  brand: 'What operators change of the app without a build: name, colours, office and links',
  legal: 'Legal texts that two operators publish',
}

const fileOf = (area: string): string =>
  `endpoints/${area.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}`

/** All rows by path, then method, because the order of a module's exports is not guaranteed. */
export const apiRows = (): Row[] =>
  Object.entries(ENDPOINTS)
    .flatMap(([area, rows]) =>
      Object.entries<Endpoint>(rows).map(([name, row]) => ({
        ...row,
        name,
        area,
        file: fileOf(area),
      })),
    )
    .sort((a, b) => `${a.path} ${a.method}`.localeCompare(`${b.path} ${b.method}`))

function refusal(codes: readonly ErrorCode[], { ref }: ApiSchemas): JsonSchema {
  const shape = { allOf: [ref(problem), { properties: { code: { enum: codes } } }] }
  return {
    description: codes.join(', '),
    content: { 'application/problem+json': { schema: shape } },
  }
}

function success(row: Row, { ref }: ApiSchemas): [string, JsonSchema] {
  if (row.download !== undefined) {
    return ['200', { description: 'The bytes', content: { [row.download]: {} } }]
  }
  if (row.reply === null) return ['204', { description: 'Done' }]
  const schema = ref(row.reply)
  return ['200', { description: 'Done', content: { 'application/json': { schema } } }]
}

function responses(row: Row, schemas: ApiSchemas): JsonSchema {
  const byStatus = Map.groupBy(errorsOf(row), (code) => String(ERRORS[code].status))
  const refused = [...byStatus].map(([status, codes]) => [status, refusal(codes, schemas)])
  return Object.fromEntries([success(row, schemas), ...refused])
}

function parameters(row: Row, { fields }: ApiSchemas): JsonSchema[] {
  const path = (row.params === undefined ? [] : fields(row.params)).map(({ name, schema }) => ({
    name,
    in: 'path',
    required: true,
    schema,
  }))
  const query = row.query === undefined ? [] : fields(row.query)
  return [
    ...path,
    ...query.map((parameter) => ({ ...parameter, in: 'query' })),
    ...(row.command !== undefined ? [{ $ref: '#/components/parameters/IdempotencyKey' }] : []),
  ]
}

function requestBody(row: Row, { ref }: ApiSchemas): JsonSchema | undefined {
  if (row.upload !== undefined) {
    const content = Object.fromEntries(row.upload.mediaTypes.map((type) => [type, {}]))
    return { required: true, description: `At most ${row.upload.maxBytes} bytes`, content }
  }
  if (row.body === undefined) return undefined
  return { required: true, content: { 'application/json': { schema: ref(row.body) } } }
}

const SECURITY = {
  public: [],
  guest: [{ session: [] }],
  user: [{ session: [] }],
  operator: [{ desk: [] }],
}

function descriptionOf({ file, name, command }: Row): string {
  const { text } = contractComment(file, name)
  if (command === undefined) return text
  return `${text} If the answer was lost, \`GET /commands/${command}/{key}\` returns it.`
}

function operation(row: Row, schemas: ApiSchemas): JsonSchema {
  const body = requestBody(row, schemas)
  return {
    operationId: row.name,
    tags: [row.area],
    summary: row.summary,
    description: descriptionOf(row),
    security: SECURITY[row.access],
    'x-calls-per-minute': row.perMinute,
    parameters: parameters(row, schemas),
    ...(body !== undefined && { requestBody: body }),
    responses: responses(row, schemas),
  }
}

/** Converts `:id` to `{id}`. */
export const templated = (path: string): string => path.replaceAll(/:(\w+)/g, '{$1}')

const cookie = (name: string, description: string): JsonSchema => ({
  type: 'apiKey',
  in: 'cookie',
  name,
  description,
})

/** An OpenAPI document as plain JSON. */
export type ApiDocument = {
  openapi: string
  info: { title: string; version: string; description: string }
  servers: { url: string }[]
  tags: { name: string; description: string }[]
  paths: Record<string, object>
  components: object
}

/** The schemas that the paths refer to, directly or through others. */
function referenced(
  all: Readonly<Record<string, JsonSchema>>,
  paths: JsonSchema,
): Record<string, JsonSchema> {
  const found = referencedNames(paths, all)
  return Object.fromEntries(Object.entries(all).filter(([name]) => found.has(name)))
}

/** Builds the OpenAPI document. */
export function apiDocument(): ApiDocument {
  const rows = apiRows()
  const schemas = apiSchemas(rows.map((row) => ({ name: row.name, file: row.file, row })))
  const paths: Record<string, JsonSchema> = { ...PLAIN_PATHS }
  for (const row of rows) {
    const path = templated(row.path)
    paths[path] = { ...paths[path], [row.method.toLowerCase()]: operation(row, schemas) }
  }
  const { $schema: _, ...key } = z.toJSONSchema(intentKey)
  return {
    openapi: '3.1.0',
    info: {
      title: 'Fairtick',
      version: VERSION.version,
      description:
        'Made from the contract that server and app share. Amounts are decimal strings; moments are milliseconds. ' +
        'Unknown fields of a request are refused with `validation_failed`; clients ignore those of an answer. ' +
        'docs/API.md explains keys and cookies, and docs/SOCKET.md shows an order from tap to result.',
    },
    servers: [{ url: '/api' }],
    tags: Object.entries(AREAS).map(([name, description]) => ({ name, description })),
    paths,
    components: {
      schemas: referenced(schemas.components, paths),
      parameters: {
        IdempotencyKey: {
          name: 'Idempotency-Key',
          in: 'header',
          required: true,
          description:
            'One for each intent, kept until a final answer: the same key is answered alike. With another body it is ' +
            'refused with `key_reused`. It begins with its time, 13 digits of ms since 1970 and a hyphen: once the ' +
            'server’s data were restored from a copy, an unknown key that is older, or of another form, is refused ' +
            'with `key_expired`. So is a key whose answer is older than seven days. After a refusal ' +
            'without a signature (`refusal`) nothing is stored under it',
          schema: key,
        },
      },
      securitySchemes: {
        session: cookie(
          'fairtick',
          'Set by `POST /session` and `POST /guest`; `__Host-fairtick` behind HTTPS. They also set ' +
            '`fairtick-device`, by which the server recognises the device. That cookie gives no access.',
        ),
        desk: cookie('fairtick-desk', "An operator's; `__Host-fairtick-desk` behind HTTPS"),
      },
    },
  }
}
