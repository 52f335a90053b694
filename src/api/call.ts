/** Calls an endpoint of the contract. The endpoint's row types the input and the answer. */
import type { z } from 'zod/mini'
import { type Answer, PROGRAM_FAILED, UNSENT } from '#api/api-error.ts'
import type { Endpoint } from '#contract/endpoint.ts'

/** Query parameters, optional where the schema has a default or allows their absence. */
type Query<In, Out> = { [K in keyof In]: K extends keyof Out ? Out[K] : never }

type Part<E, K extends string, Value> = E extends { [P in K]: z.ZodMiniType }
  ? { [P in K]: Value }
  : unknown

export type CallInput<E extends Endpoint> = Part<E, 'params', z.input<NonNullable<E['params']>>> &
  Part<E, 'query', Query<z.input<NonNullable<E['query']>>, z.output<NonNullable<E['query']>>>> &
  Part<E, 'body', z.output<NonNullable<E['body']>>> &
  (E extends { command: string } ? { key: string } : unknown) &
  Pick<AnyInput, 'fresh' | 'partial' | 'signal'>

export type CallReply<E extends Endpoint> = E['reply'] extends z.ZodMiniType
  ? z.output<E['reply']>
  : undefined

/** The input of a call of any endpoint. */
export interface AnyInput {
  params?: Record<string, unknown>
  query?: Record<string, string | number | undefined>
  body?: Record<string, unknown>
  key?: string
  /** Asks the server even if the browser has cached the answer. */
  fresh?: boolean
  /** Takes a list without the rows that cannot be read, and counts them in the answer as `leftOut`. */
  partial?: boolean
  signal?: AbortSignal
}

const unauthorisedListeners = new Set<() => void>()
/** Registers a listener for answers that say that no user is logged in. Returns a function that removes it. */
export function onUnauthorised(hear: () => void): () => void {
  unauthorisedListeners.add(hear)
  return () => unauthorisedListeners.delete(hear)
}
/** Notifies the listeners that an answer said that no user is logged in. */
export function reportUnauthorised(): void {
  for (const hear of unauthorisedListeners) hear()
}

const NETWORK_FAILED = { ok: false, error: { kind: 'network' } } as const

const importClient = () => import('#api/client.ts')
let loaded: Awaited<ReturnType<typeof importClient>> | null = null

/** Loads the code that sends. Calls load it too; those after that need not wait for it. */
export const prepareCalls = async () => (loaded ??= await importClient())

/** A second import tells which: code that failed when it ran fails with the same object again. */
const clientOrError = () =>
  prepareCalls().catch((error: unknown) =>
    prepareCalls().catch((again: unknown) => (again === error ? UNSENT : NETWORK_FAILED)),
  )

/** Never throws and shows nothing: errors are part of the returned answer. */
export async function call<E extends Endpoint>(
  endpoint: E,
  input: CallInput<E>,
): Promise<Answer<CallReply<E>>>
export async function call(endpoint: Endpoint, input: AnyInput): Promise<Answer<unknown>> {
  const client = loaded ?? (await clientOrError())
  if ('send' in client) return client.send(endpoint, input).catch(() => PROGRAM_FAILED)
  // Of a command it matters more that it did not leave.
  return input.key === undefined ? client : UNSENT
}
