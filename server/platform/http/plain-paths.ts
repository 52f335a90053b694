/** The paths of the API document that are no rows of the contract: health, metrics, and downloads of the history. */
import type { JsonSchema } from '#server/platform/http/api-schemas.ts'

/** These paths are not below `/api`. */
const ROOT = [{ url: '/' }]

interface Plain {
  operationId: string
  tag: string
  summary: string
  description: string
  mediaType: string
  parameters?: JsonSchema[]
  /** The meaning of further statuses. */
  others?: Record<string, string>
}

const get = ({
  operationId,
  tag,
  summary,
  description,
  mediaType,
  ...more
}: Plain): JsonSchema => ({
  operationId,
  tags: [tag],
  summary,
  description,
  security: [],
  parameters: more.parameters ?? [],
  responses: {
    200: { description: 'Done', content: { [mediaType]: {} } },
    ...Object.fromEntries(
      Object.entries(more.others ?? {}).map(([status, text]) => [status, { description: text }]),
    ),
  },
})

const LINES = 'application/x-ndjson'
const PAGE = [
  { name: 'symbol', in: 'path', required: true, schema: { type: 'string' } },
  {
    name: 'afterSeq',
    in: 'query',
    required: false,
    description: 'The number of the last record that the caller has; default 0',
    schema: { type: 'integer', minimum: 0 },
  },
]
const NEXT = 'If there are more, the header `Link: <?afterSeq=…>; rel="next"` names the next page.'

const PATHS: Readonly<Record<string, Plain>> = {
  '/healthz': {
    operationId: 'healthz',
    tag: 'app',
    summary: 'Whether the process runs',
    description: 'Answers `{"status":"ok"}` as long as the process runs.',
    mediaType: 'application/json',
  },
  '/readyz': {
    operationId: 'readyz',
    tag: 'app',
    summary: 'Whether the server takes orders',
    description:
      'Answers `ready`, the `reasons` why every order is refused now, and `tickAgeMs`, the age of the newest tick ' +
      '(docs/OPERATIONS.md).',
    mediaType: 'application/json',
    others: { 503: 'The same body: every order is refused now' },
  },
  '/metrics': {
    operationId: 'metrics',
    tag: 'app',
    summary: 'The metrics of the process',
    description:
      'The text format of Prometheus, for callers on this machine. With `METRICS_TOKEN`, for those who send ' +
      '`Authorization: Bearer` with the token.',
    mediaType: 'text/plain',
    others: { 404: 'The caller is on another machine, or did not send the token' },
  },
  '/ticks/{symbol}.ndjson': {
    operationId: 'downloadTicks',
    tag: 'history',
    summary: 'A page of tick records, one JSON object per line',
    description: `At most 10,000 records after a sequence number, in order. ${NEXT}`,
    mediaType: LINES,
    parameters: PAGE,
    others: { 304: 'The page has not changed (`If-None-Match`)', 404: 'product_unknown' },
  },
  '/ticks/{symbol}/inputs.ndjson': {
    operationId: 'downloadInputs',
    tag: 'history',
    summary: 'The inputs of live prices, one JSON object per line',
    description:
      'The trades of venues, or the quotes of a dealer, behind at most 2,000 records after a sequence number. ' +
      `${NEXT} ` +
      'A page without a line is one of records without inputs.',
    mediaType: LINES,
    parameters: PAGE,
    others: { 304: 'The page has not changed (`If-None-Match`)', 404: 'product_unknown' },
  },
}

const isAtRoot = (path: string): boolean => !path.startsWith('/ticks/')

/** By path, as in an OpenAPI document. */
export const PLAIN_PATHS: Readonly<Record<string, JsonSchema>> = Object.fromEntries(
  Object.entries(PATHS).map(([path, plain]) => [
    path,
    { ...(isAtRoot(path) && { servers: ROOT }), get: get(plain) },
  ]),
)

/** The whole path of each, with the phrase that describes it. */
export const plainPaths = (): { path: string; summary: string }[] =>
  Object.entries(PATHS).map(([path, { summary }]) => ({
    path: isAtRoot(path) ? path : `/api${path}`,
    summary,
  }))
