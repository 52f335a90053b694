/**
 * The SQL that finds customers. The platform's own user, as which no one can log in, is not a customer. Guests have no
 * password either, and are customers.
 */
import type { z } from 'zod/mini'
import type { accountState } from '#contract/desk.ts'
import type { VerificationStatus } from '#contract/verification.ts'
import type { Queryable } from '#server/platform/db/database.ts'

/** A customer with the data that the desk shows. */
export interface CustomerRow {
  id: bigint
  account: string
  nickname: string
  phone: string
  created_at: Date
  verification: VerificationStatus
  guest: boolean
  state: z.output<typeof accountState>
}

const IS_CUSTOMER = '(u.has_password or is_guest(u.id) or is_closed(u.id))'

const COLUMNS = `u.id, u.account, u.nickname, u.phone, u.created_at, coalesce((
    select v.status from verifications v where v.user_id = u.id order by v.id desc limit 1
  ), 'none') as verification, is_guest(u.id) as guest, account_state(u.id) as state`
const LAST_DIGITS = /^\d{4}$/

/** Finds customers whose account starts with the text, whose phone ends with it, or whose opening code equals it. */
export function selectCustomers(
  tx: Queryable,
  search: string,
  limit: number,
): Promise<CustomerRow[]> {
  const prefix = search.toLowerCase().replaceAll(/[\\%_]/g, (sign) => `\\${sign}`)
  const digits = LAST_DIGITS.test(search) ? search : null
  return tx.query<CustomerRow>(
    `select ${COLUMNS} from users u where ${IS_CUSTOMER} and (
        u.account_key like $1 or u.opening_code = $2 or right(u.phone, 4) = $3
      ) order by u.account_key limit $4`,
    [`${prefix}%`, search.toUpperCase(), digits, limit],
  )
}

/** Finds one customer by account name. */
export async function selectCustomer(
  tx: Queryable,
  account: string,
): Promise<CustomerRow | undefined> {
  const [row] = await tx.query<CustomerRow>(
    `select ${COLUMNS} from users u where ${IS_CUSTOMER} and u.account_key = lower($1)`,
    [account],
  )
  return row
}
