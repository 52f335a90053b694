/** What a REST endpoint declares: the server's route and the client's call take everything from one row. */
import { z } from 'zod'
import type { CommandName } from '#contract/commands.ts'
import type { ErrorCode } from '#contract/errors.ts'
import { timeMs } from '#contract/scalars.ts'

export interface Endpoint {
  method: 'GET' | 'POST' | 'PUT' | 'DELETE'
  /** Under `/api`, with `:name` for path parameters. */
  path: `/${string}`
  summary: string
  /**
   * `user` needs a session; anonymous callers get `not_logged_in`. `operator` needs a desk session; everybody else
   * gets `not_found`, so that the desk cannot be told from a page that is not there.
   */
  access: 'public' | 'user' | 'operator'
  /** What must not be done twice needs an `Idempotency-Key` header (contract/scalars.ts, intentKey). */
  command?: CommandName
  /** Body fields that no stored digest may cover: passwords and codes. */
  secrets?: readonly string[]
  params?: z.ZodObject
  query?: z.ZodObject
  body?: z.ZodObject | z.ZodDiscriminatedUnion
  /** Instead of `body`: the request's bytes, of one of these media types. */
  upload?: { mediaTypes: readonly string[]; maxBytes: number }
  /** 200 with this body; `null`: 204 without one. */
  reply: z.ZodType | null
  /** 200 with bytes of this media type instead of JSON; `reply` is null. */
  download?: string
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
  'host_refused',
  'payload_too_large',
  'internal',
  'unavailable',
] as const satisfies readonly ErrorCode[]

export const endpoint = <const E extends Endpoint>(row: E): E => row

/** A page of a list, newest first; `next` null at the end. */
export const pageLimit = 50

/** A moment in a query string, ms. */
export const momentQuery = z.coerce.number().int().min(0).max(8_640_000_000_000).pipe(timeMs)
