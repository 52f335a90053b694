/** The SQL of finding customers. The house, which nobody can log in as, is none. */
import type { VerificationStatus } from '#contract/verification.ts'
import type { Queryable } from '#server/platform/db/database.ts'

export interface CustomerRow {
  id: bigint
  account: string
  nickname: string
  phone: string
  created_at: Date
  verification: VerificationStatus
}

const COLUMNS = `u.id, u.account, u.nickname, u.phone, u.created_at, coalesce((
    select v.status from verifications v where v.user_id = u.id order by v.id desc limit 1
  ), 'none') as verification`
const LAST_DIGITS = /^\d{4}$/

/** Accounts that begin so, phones that end so, the opening code that is so. */
export function selectCustomers(
  tx: Queryable,
  search: string,
  limit: number,
): Promise<CustomerRow[]> {
  const prefix = search.toLowerCase().replaceAll(/[\\%_]/g, (sign) => `\\${sign}`)
  const digits = LAST_DIGITS.test(search) ? search : null
  return tx.query<CustomerRow>(
    `select ${COLUMNS} from users u where u.password_hash <> '' and (
        u.account_key like $1 or u.opening_code = $2 or right(u.phone, 4) = $3
      ) order by u.account_key limit $4`,
    [`${prefix}%`, search.toUpperCase(), digits, limit],
  )
}

export async function selectCustomer(
  tx: Queryable,
  account: string,
): Promise<CustomerRow | undefined> {
  const [row] = await tx.query<CustomerRow>(
    `select ${COLUMNS} from users u where u.password_hash <> '' and u.account_key = lower($1)`,
    [account],
  )
  return row
}
