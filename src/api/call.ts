/** Calls an endpoint of the contract. The endpoint's row types the input and parses the answer. */
import { z } from 'zod/mini'
import { type Answer, errorFromProblem } from '#lib/api-error.ts'
import type { Endpoint } from '#contract/endpoint.ts'
import { problem } from '#contract/errors.ts'
import { settleLogOut } from '#lib/owed-log-out.ts'

/** Spec section 7: network time-outs are 60 s. */
export const TIMEOUT_MS = 60_000

/** Query parameters, optional where the schema has a default or allows their absence. */
type Query<In, Out> = { [K in keyof In]: K extends keyof Out ? Out[K] : never }

type Part<E, K extends string, Value> = E extends { [P in K]: z.ZodMiniType }
  ? { [P in K]: Value }
  : unknown

export type CallInput<E extends Endpoint> = Part<E, 'params', z.input<NonNullable<E['params']>>> &
  Part<E, 'query', Query<z.input<NonNullable<E['query']>>, z.output<NonNullable<E['query']>>>> &
  Part<E, 'body', z.output<NonNullable<E['body']>>> &
  (E extends { command: string } ? { key: string } : unknown) & { signal?: AbortSignal }

export type CallReply<E extends Endpoint> = E['reply'] extends z.ZodMiniType
  ? z.output<E['reply']>
  : undefined

interface Loose {
  params?: Record<string, unknown>
  query?: Record<string, string | number | undefined>
  body?: Record<string, unknown>
  key?: string
  signal?: AbortSignal
}

export function addressOf(endpoint: Endpoint, { params = {}, query = {} }: Loose): URL {
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

const offContract = (detail: string): Answer<never> => ({
  ok: false,
  error: { kind: 'contract', detail },
})

const unauthorisedListeners = new Set<() => void>()
/** Registers a listener for answers that say that no user is logged in. Returns a function that removes it. */
export function onUnauthorised(hear: () => void): () => void {
  unauthorisedListeners.add(hear)
  return () => unauthorisedListeners.delete(hear)
}

function parseAnswer(endpoint: Endpoint, status: number, text: string): Answer<unknown> {
  const body = jsonOf(text)
  if (status < 200 || status >= 300) {
    const read = problem.safeParse(body)
    if (read.success) return { ok: false, error: errorFromProblem(read.data) }
    return offContract(`status ${status}`)
  }
  if (endpoint.reply === null) return { ok: true, value: undefined }
  const read = endpoint.reply.safeParse(body)
  return read.success ? { ok: true, value: read.data } : offContract(z.prettifyError(read.error))
}

/** Interprets a response by the endpoint's row. Listeners are notified when the session is lost. */
export function readAnswer(endpoint: Endpoint, status: number, text: string): Answer<unknown> {
  const answer = parseAnswer(endpoint, status, text)
  if (!answer.ok && answer.error.kind === 'unauthorised')
    for (const hear of unauthorisedListeners) hear()
  return answer
}

/** The client's code; null if it could not be loaded, which is a fault of the network like any other. */
const loadClient = () => import('#api/client.ts').catch(() => null)

/** Never throws and shows nothing: errors are part of the returned answer. */
export async function call<E extends Endpoint>(
  endpoint: E,
  input: CallInput<E>,
): Promise<Answer<CallReply<E>>>
export async function call(endpoint: Endpoint, input: Loose): Promise<Answer<unknown>> {
  const body = endpoint.body === undefined ? null : z.safeEncode(endpoint.body, input.body ?? {})
  if (body?.success === false) return offContract(z.prettifyError(body.error))
  const client = await loadClient()
  if (client === null || !(await settleLogOut())) return { ok: false, error: { kind: 'network' } }
  const sent = await client.send(addressOf(endpoint, input), {
    method: endpoint.method,
    timeout: TIMEOUT_MS,
    ...(body !== null && { json: body.data }),
    ...(input.key !== undefined && { headers: { 'Idempotency-Key': input.key } }),
    ...(input.signal !== undefined && { signal: input.signal }),
  })
  return 'failed' in sent
    ? { ok: false, error: { kind: sent.failed } }
    : readAnswer(endpoint, sent.status, sent.text)
}
