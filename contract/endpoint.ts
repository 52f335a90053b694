/** What a REST endpoint declares: the server's route and the client's call take everything from one row. */
import type { z } from 'zod'
import type { ErrorCode } from '#contract/errors.ts'

export interface Endpoint {
  method: 'GET' | 'POST' | 'DELETE'
  /** Under `/api`, with `:name` for path parameters. */
  path: `/${string}`
  summary: string
  /** `user` needs a session; anonymous callers get `not_logged_in`. */
  access: 'public' | 'user'
  /** Money commands need an `Idempotency-Key` header (contract/scalars.ts, intentKey). */
  idempotent?: true
  params?: z.ZodObject
  query?: z.ZodObject
  body?: z.ZodObject
  /** 200 with this body; `null`: 204 without one. */
  reply: z.ZodType | null
  /** Beyond those that every endpoint may answer (COMMON_ERRORS). */
  errors: readonly ErrorCode[]
  /** Calls a caller may make a minute: counted by user where `access` is `user`, else by address. */
  perMinute: number
}

export const COMMON_ERRORS = [
  'validation_failed',
  'not_found',
  'rate_limited',
  'origin_refused',
  'payload_too_large',
  'internal',
  'unavailable',
] as const satisfies readonly ErrorCode[]

export const endpoint = <const E extends Endpoint>(row: E): E => row

/** A page of a list, newest first; `next` null at the end. */
export const pageLimit = 50
