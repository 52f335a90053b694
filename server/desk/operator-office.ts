/**
 * Creates, enrols and disables operators from the command line, which is the only way. There are no default passwords.
 */
import { password as passwordShape } from '#contract/account.ts'
import { BUILT_NAME } from '#contract/built-name.ts'
import { PRACTICE_CURVE, PRACTICE_REVIEWER, reviewer } from '#contract/review.ts'
import { keepPlaces, LOG_IN_GUARD, placeOfAddress } from '#server/desk/log-in-guard.ts'
import { forgetDevices, replaceSecret } from '#server/desk/operator-factor-store.ts'
import { COMMAND_LINE, logCommand } from '#server/platform/operator-log.ts'
import {
  disableOperator,
  insertOperator,
  operatorByName,
  revokeDeskSessions,
} from '#server/desk/operator-store.ts'
import type { PasswordHasher } from '#server/identity/password-hasher.ts'
import { isCommonPassword } from '#server/identity/password-rules.ts'
import { newTotpSecret, totpHandover } from '#server/identity/totp.ts'
import type { Database, Queryable } from '#server/platform/db/database.ts'
import { isDuplicate } from '#server/platform/db/sql-errors.ts'
import type { Vault } from '#server/platform/vault.ts'

const TAKEN: readonly string[] = [PRACTICE_REVIEWER, PRACTICE_CURVE, COMMAND_LINE, LOG_IN_GUARD]

/** What is wrong with a name, in words for the terminal. Null if it is valid. */
export function nameFault(name: string): string | null {
  if (!reviewer.safeParse(name).success) {
    return 'A name has 3 to 32 characters: a to z, digits and hyphens, beginning with a letter.'
  }
  return TAKEN.includes(name) ? `The name ${name} is taken.` : null
}

/** What is wrong with a password, in words for the terminal. Null if it is valid. */
export function passwordFault(name: string, password: string): string | null {
  if (!passwordShape.safeParse(password).success) return 'A password has 10 to 128 characters.'
  return isCommonPassword(password, name)
    ? 'That password is among the first that anybody would try. Choose another.'
    : null
}

export interface NewOperator {
  name: string
  password: string
  atMs: number
}

/** A fault in words for the terminal, or the secret for the authenticator app, which is never shown again. */
export type Enrolment = { fault: string } | { secret: string; uri: string }

async function enrol(
  tx: Queryable,
  vault: Vault,
  operator: { operatorId: bigint; name: string; atMs: number },
): Promise<Enrolment> {
  const secret = newTotpSecret()
  await replaceSecret(tx, { ...operator, sealed: vault.sealOwn(secret) })
  return totpHandover(secret, { account: `${operator.name} (desk)`, issuer: BUILT_NAME })
}

/** Creates an operator with an authenticator secret, because a log-in needs a second factor. */
export async function addOperator(
  owner: Database,
  { hasher, vault }: { hasher: PasswordHasher; vault: Vault },
  { name, password, atMs }: NewOperator,
): Promise<Enrolment> {
  const fault = nameFault(name) ?? passwordFault(name, password)
  if (fault !== null) return { fault }
  const passwordHash = await hasher.hash(password)
  try {
    return await owner.transaction(async (tx) => {
      const operatorId = await insertOperator(tx, { name, passwordHash, atMs })
      const handover = await enrol(tx, vault, { operatorId, name, atMs })
      await logCommand(tx, 'operator_added', { name, atMs })
      return handover
    })
  } catch (error) {
    if (!isDuplicate(error, 'operators_name_key')) throw error
    return { fault: `There is an operator ${name} already.` }
  }
}

/** Creates a new secret for an operator who has none or lost it. The old secret, all passkeys and all sessions end. */
export function enrolOperator(
  owner: Database,
  vault: Vault,
  { name, atMs }: { name: string; atMs: number },
): Promise<Enrolment> {
  return owner.transaction(async (tx) => {
    const row = await operatorByName(tx, name)
    if (row?.disabled_at !== null) return { fault: `There is no operator ${name} to enrol.` }
    const handover = await enrol(tx, vault, { operatorId: row.id, name, atMs })
    await forgetDevices(tx, row.id)
    await revokeDeskSessions(tx, row.id, atMs)
    await logCommand(tx, 'operator_enrolled', { name, atMs })
    return handover
  })
}

/** Gives an operator a separate limit of attempts from this address, for names that attackers keep guessing at. */
export function admitOperator(
  owner: Database,
  { name, address, atMs }: { name: string; address: string; atMs: number },
): Promise<string | null> {
  return owner.transaction(async (tx) => {
    const place = placeOfAddress(address)
    if (place === null) return `${address} is not an IP address.`
    const row = await operatorByName(tx, name)
    if (row?.disabled_at !== null) return `There is no operator ${name} to admit.`
    await keepPlaces(tx, row.id, { address: place, device: null, atMs })
    await logCommand(tx, 'operator_admitted', { name, atMs })
    return null
  })
}

/** Disables an operator and ends all sessions. A running server closes their sockets within seconds. */
export function endOperator(owner: Database, name: string, atMs: number): Promise<string | null> {
  return owner.transaction(async (tx) => {
    if (!(await disableOperator(tx, name, atMs))) return `There is no operator ${name} to disable.`
    await logCommand(tx, 'operator_disabled', { name, atMs })
    return null
  })
}
