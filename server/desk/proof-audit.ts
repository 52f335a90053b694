/**
 * Verifies each use of a second factor, by operators and users, once more, from what the database stores. SQL
 * cannot verify them, so an act by a forged proof is detected here and not prevented.
 */
import { totpStep } from '#server/identity/totp.ts'
import { verifiedAnswer } from '#server/identity/passkeys.ts'
import type { Database } from '#server/platform/db/database.ts'
import type { Vault } from '#server/platform/vault.ts'

export interface ProofAuditParts {
  db: Database<'auditor'>
  vault: Pick<Vault, 'open' | 'openOwn'>
  allowedOrigins: readonly string[]
}

interface ProofRow {
  id: bigint
  act: 'desk_log_in' | 'withdrawal' | 'factor'
  ref: bigint
  owner_id: bigint
  at: bigint
  kind: 'totp' | 'recovery' | 'passkey'
  code: string | null
  key_id: string | null
  public_key: Buffer | null
  counter: bigint | null
  origin: string | null
  challenge: string | null
  answer: unknown
  /** The secret of the operator or user, if it is the one of that time. */
  operator_secret: Buffer | null
  totp_key: bigint | null
  totp_secret: Buffer | null
  /** The registered key of this id. Null if it was removed since. */
  registered_key: Buffer | null
}

/** How many proofs the first call after a start looks back, and how many are read at once. */
const LOOK_BACK = 2_000n
const PER_ROUND = 500

const SELECT = `
  select p.*, f.secret_sealed as operator_secret, t.key_id as totp_key, t.secret_sealed as totp_secret,
    coalesce(ok.public_key, uk.public_key) as registered_key
  from act_proofs p
  left join operator_factors f on p.act = 'desk_log_in' and f.operator_id = p.owner_id and f.enrolled_at <= p.at
  left join totp_factors t on p.act <> 'desk_log_in' and t.user_id = p.owner_id and t.confirmed_at <= p.at
  left join operator_passkeys ok on p.act = 'desk_log_in' and ok.operator_id = p.owner_id and ok.id = p.key_id
  left join passkeys uk on p.act <> 'desk_log_in' and uk.user_id = p.owner_id and uk.id = p.key_id
  where p.id > $1 order by p.id limit ${PER_ROUND}`

/**
 * Creates the audit. Each call verifies the proofs that are new since the one before, and stores which are invalid, so
 * that the invariants report them.
 */
export function createProofAudit({ db, vault, allowedOrigins }: ProofAuditParts) {
  let verified: bigint | null = null

  /** Null if the factor was replaced or removed since, or the secret was sealed with another key. */
  const secretOf = async (row: ProofRow): Promise<Buffer | null> => {
    if (row.operator_secret !== null) {
      try {
        return vault.openOwn(row.operator_secret)
      } catch {
        return null
      }
    }
    if (row.totp_key === null || row.totp_secret === null) return null
    return vault.open(db, row.totp_key, row.totp_secret)
  }
  const isCode = async (row: ProofRow): Promise<boolean> => {
    const secret = await secretOf(row)
    return secret === null || totpStep(secret, row.code ?? '', Number(row.at)) !== null
  }
  const isAnswer = async (row: ProofRow): Promise<boolean> => {
    const { key_id: id, public_key, counter, origin, challenge, registered_key: registered } = row
    if (id === null || public_key === null || counter === null) return false
    if (origin === null || challenge === null) return false
    if (registered !== null && !registered.equals(public_key)) return false
    const passkey = { id, public_key, counter, origin, transports: [] }
    return (await verifiedAnswer(row.answer, { challenge, passkey, allowedOrigins })) !== null
  }
  const isValid = (row: ProofRow): Promise<boolean> => {
    if (row.kind === 'recovery') return Promise.resolve(true)
    return row.kind === 'totp' ? isCode(row) : isAnswer(row)
  }

  return async (): Promise<void> => {
    if (verified === null) {
      const [row] = await db.query<{ newest: bigint }>(
        'select coalesce(max(id), 0) as newest from act_proofs',
      )
      verified = (row?.newest ?? 0n) - LOOK_BACK
    }
    let rows: ProofRow[]
    do {
      rows = await db.query<ProofRow>(SELECT, [verified])
      for (const row of rows) {
        if (!(await isValid(row))) await db.query('select refuse_proof($1)', [row.id])
        verified = row.id
      }
    } while (rows.length === PER_ROUND)
  }
}
