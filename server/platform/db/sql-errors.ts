/**
 * Translates refusals of the SQL functions to codes of the error catalogue. SQLSTATE, message and detail carry them.
 */
import { z } from 'zod'
import { type ErrorCode, errorCode } from '#contract/errors.ts'
import { Rejected, type RejectionParams } from '#server/platform/errors.ts'

/** The parameter that a code's detail text contains (contract/errors.ts). Other details are JSON objects. */
const DETAIL_PARAM: Partial<Record<ErrorCode, string>> = {
  too_many_positions: 'limit',
  available_too_low: 'available',
  open_stake_limit: 'limit',
  practice_taken: 'nextAt',
}
/** Codes whose detail is a number on the wire. Amounts stay text. */
const NUMERIC_DETAIL: ReadonlySet<ErrorCode> = new Set(['too_many_positions', 'practice_taken'])
const REFUSALS: ReadonlySet<unknown> = new Set(['FT409', 'FT422', 'FT503'])
const WHOLE_NUMBER = /^\d{1,15}$/

const params = z.record(z.string(), z.union([z.string(), z.number()]))
const paramsIn = (detail: string): RejectionParams =>
  detail.startsWith('{') ? params.parse(JSON.parse(detail)) : {}

/** Undefined if the error is not a refusal, so the caller rethrows it. */
export function rejectedFrom(error: unknown): Rejected | undefined {
  if (error instanceof Rejected) return error
  if (!(error instanceof Error) || !('code' in error) || !REFUSALS.has(error.code)) return undefined
  const code = errorCode.safeParse(error.message)
  if (!code.success) return undefined
  const name = DETAIL_PARAM[code.data]
  const detail = 'detail' in error ? error.detail : undefined
  if (typeof detail !== 'string') return new Rejected(code.data)
  if (name === undefined) return new Rejected(code.data, paramsIn(detail))
  const numeric = NUMERIC_DETAIL.has(code.data) && WHOLE_NUMBER.test(detail)
  return new Rejected(code.data, { [name]: numeric ? Number(detail) : detail })
}

/** Throws refusals of the SQL functions as `Rejected`. */
export async function translated<T>(work: Promise<T>): Promise<T> {
  try {
    return await work
  } catch (error) {
    throw rejectedFrom(error) ?? error
  }
}

/** Whether PostgreSQL refused a second row with the same key; `constraint` narrows it to one. */
export function isDuplicate(error: unknown, constraint?: string): boolean {
  if (!(error instanceof Error) || !('code' in error) || error.code !== '23505') return false
  return constraint === undefined || ('constraint' in error && error.constraint === constraint)
}
