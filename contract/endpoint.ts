/**
 * The declaration of a REST endpoint. The server's route and the client's call both take everything from one such row.
 */
import { z } from 'zod/mini'
import type { CommandName } from '#contract/commands.ts'
import type { ErrorCode } from '#contract/errors.ts'
import { timeMs } from '#contract/scalars.ts'

/** One REST endpoint: its address, who may call it, its shapes and its errors. Rows are in contract/endpoints/. */
export interface Endpoint {
  method: 'GET' | 'POST' | 'PUT' | 'DELETE'
  /** The path below `/api`, with `:name` for path parameters. */
  path: `/${string}`
  /** One phrase for docs/API.md and the OpenAPI document. */
  summary: string
  /**
   * `user` needs the session of a registered user: anonymous callers get `not_logged_in`, and guests
   * `registration_required`. `guest` needs a session of either. `operator` needs a desk session; all other callers get
   * `not_found`, so that the desk looks like a page that does not exist.
   */
  access: 'public' | 'guest' | 'user' | 'operator'
  /**
   * Set for requests that must take effect at most once. They need an `Idempotency-Key` header (contract/scalars.ts,
   * intentKey).
   */
  command?: CommandName
  /** Body fields with passwords or codes. They are left out of the stored digest of the request. */
  secrets?: readonly string[]
  params?: z.ZodMiniObject
  query?: z.ZodMiniObject
  body?: z.ZodMiniObject | z.ZodMiniDiscriminatedUnion
  /** Instead of `body`: the request carries bytes of one of these media types. */
  upload?: { mediaTypes: readonly string[]; maxBytes: number }
  /** The most bytes of a JSON body; 64 KiB by default. */
  bodyMaxBytes?: number
  /** The body of a 200 response. Null means a 204 response without a body. */
  reply: z.ZodMiniType | null
  /** Set if a 200 response carries bytes of this media type instead of JSON; `reply` is null then. */
  download?: string
  /**
   * What a call stores, if it is refused with `storage_low` when space is short: `much` below 5 % of free space,
   * `order` below 3 %.
   */
  stores?: 'much' | 'order'
  /** The error codes of this endpoint, in addition to those of its access and to COMMON_ERRORS (see `errorsOf`). */
  errors: readonly ErrorCode[]
  /** Maximum calls per minute, counted per user where `access` is `user` or `guest`, else per network address. */
  perMinute: number
}

/** The error codes that every endpoint may answer with. */
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

/** All error codes of an endpoint: its own, that of its access, and those of every endpoint. */
export const errorsOf = ({
  errors,
  access,
  stores,
}: Pick<Endpoint, 'errors' | 'access' | 'stores'>): ErrorCode[] => [
  ...new Set<ErrorCode>([
    ...errors,
    ...(stores === undefined ? [] : (['storage_low'] as const)),
    ...(access === 'user' ? (['registration_required'] as const) : []),
    // Of the operator, or of the customer.
    ...(access === 'operator' ? (['account_frozen'] as const) : []),
    ...COMMON_ERRORS,
  ]),
]

/**
 * Types an endpoint row by its literal values, so that the client infers params, body and reply. Returns it unchanged.
 */
export const endpoint = <const E extends Endpoint>(row: E): E => row

/** Maximum number of items per page of a list. `next` is the cursor of the following page, null at the end. */
export const pageLimit = 50

/** A time in a query string, in milliseconds since 1970 (UTC). */
export const momentQuery = z.pipe(
  z.coerce.number().check(z.int(), z.gte(0), z.lte(8_640_000_000_000)),
  timeMs,
)
