/** Sends the calls and parses their answers. It is loaded with the first call. */
import ky, { isTimeoutError, type Options } from 'ky'
import { z } from 'zod/mini'
import { type AnyInput, reportUnauthorised } from '#api/call.ts'
import type { Endpoint } from '#contract/endpoint.ts'
import { type Problem, problem } from '#contract/errors.ts'
import type { Answer, ApiError } from '#api/api-error.ts'
import { settleLogOut } from '#device/owed-log-out.ts'

/** Spec section 7: network time-outs are 60 s. */
export const TIMEOUT_MS = 60_000

/** The header of each reply with the id of its request. */
export const REQUEST_ID = 'x-request-id'

interface Received {
  status: number
  text: string
  requestId: string | null
}

/** The only HTTP client: no retries, no exceptions for statuses. */
const client = ky.create({
  retry: 0,
  credentials: 'same-origin',
  throwHttpErrors: false,
})

type Sent = Received | { failed: 'timeout' | 'network' | 'unsent' }

async function request(address: URL, options: Options): Promise<Sent> {
  let left = false
  const fetch: typeof globalThis.fetch = (input, init) => {
    // Looked up on each call, so that a test can replace the network.
    const answer = globalThis.fetch(input, init)
    left = true
    return answer
  }
  try {
    const response = await client(address, { ...options, fetch })
    // A body that does not arrive completely is a network fault, not a breach of the contract.
    const { status, headers } = response
    return { status, text: await response.text(), requestId: headers.get(REQUEST_ID) }
  } catch (error) {
    // Before the browser got the request, the network has no part in a failure.
    if (!left) return { failed: 'unsent' }
    return { failed: isTimeoutError(error) ? 'timeout' : 'network' }
  }
}

export function addressOf(endpoint: Endpoint, { params = {}, query = {} }: AnyInput): URL {
  const path = endpoint.path.replace(/:(\w+)/g, (_, name: string) =>
    encodeURIComponent(String(params[name])),
  )
  const url = new URL(`/api${path}`, location.origin)
  for (const [name, value] of Object.entries(query)) {
    if (value !== undefined) url.searchParams.set(name, String(value))
  }
  return url
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

function errorOf(
  { code, status, params = {}, issues = [], refusal }: Problem,
  named: { requestId?: string },
): ApiError {
  if (code === 'not_logged_in') return { kind: 'unauthorised' }
  return { kind: 'rejected', code, status, params, issues, ...(refusal && { refusal }), ...named }
}

/**
 * The answer without the rows of its lists that the contract does not know, for example of a kind that came later. Rows
 * with an id stand for themselves. Records of a chain have none: without one of them the others prove nothing. Null if
 * something else is wrong, or nothing is left.
 */
function withoutUnknownRows(body: unknown, { issues }: z.core.$ZodError) {
  if (typeof body !== 'object' || body === null) return null
  const lists = new Map<string, Set<number>>()
  for (const { path } of issues) {
    const [name, index] = path
    if (typeof name !== 'string' || typeof index !== 'number') return null
    lists.set(name, (lists.get(name) ?? new Set()).add(index))
  }
  let leftOut = 0
  const rest: Record<string, unknown> = { ...body }
  for (const [name, indexes] of lists) {
    const rows = rest[name]
    if (!Array.isArray(rows) || rows.some((row) => !Object.hasOwn(Object(row), 'id'))) return null
    if (indexes.size === rows.length) return null
    rest[name] = rows.filter((_, index) => !indexes.has(index))
    leftOut += indexes.size
  }
  return { rest, leftOut }
}

function parseAnswer(
  endpoint: Endpoint,
  { status, text, requestId }: Received,
  partial: boolean,
): Answer<unknown> {
  const body = jsonOf(text)
  const named = requestId === null ? {} : { requestId }
  const offContract = (detail: string): Answer<never> => ({
    ok: false,
    error: { kind: 'contract', detail, ...named },
  })
  if (status < 200 || status >= 300) {
    const read = problem.safeParse(body)
    if (read.success) return { ok: false, error: errorOf(read.data, named) }
    return offContract(`status ${status}`)
  }
  if (endpoint.reply === null) return { ok: true, value: undefined }
  const read = endpoint.reply.safeParse(body)
  if (read.success) return { ok: true, value: read.data }
  const known = partial ? withoutUnknownRows(body, read.error) : null
  const again = known === null ? null : endpoint.reply.safeParse(known.rest)
  if (known !== null && again?.success === true) {
    console.error('rows of an answer were left out', z.prettifyError(read.error))
    return { ok: true, value: again.data, leftOut: known.leftOut }
  }
  return offContract(z.prettifyError(read.error))
}

/** Interprets a response by the endpoint's row. Listeners are notified when the session is lost. */
export function readAnswer(
  endpoint: Endpoint,
  received: Received,
  partial = false,
): Answer<unknown> {
  const answer = parseAnswer(endpoint, received, partial)
  if (!answer.ok && answer.error.kind === 'unauthorised') reportUnauthorised()
  return answer
}

async function exchange(endpoint: Endpoint, input: AnyInput): Promise<Sent> {
  try {
    const body = endpoint.body === undefined ? null : z.encode(endpoint.body, input.body ?? {})
    const address = addressOf(endpoint, input)
    if (!(await settleLogOut())) return { failed: 'network' }
    return await request(address, {
      method: endpoint.method,
      timeout: TIMEOUT_MS,
      ...(body !== null && { json: body }),
      ...(input.key !== undefined && { headers: { 'Idempotency-Key': input.key } }),
      ...(input.fresh === true && { cache: 'reload' as const }),
      ...(input.signal !== undefined && { signal: input.signal }),
    })
  } catch {
    return { failed: 'unsent' }
  }
}

/** Sends one call once no log-out is pending. */
export async function send(endpoint: Endpoint, input: AnyInput): Promise<Answer<unknown>> {
  const sent = await exchange(endpoint, input)
  if ('failed' in sent) return { ok: false, error: { kind: sent.failed } }
  return readAnswer(endpoint, sent, input.partial)
}
