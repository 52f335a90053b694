/** Operators as the command line makes and ends them: the only way there is, and never with a default password. */
import { password as passwordShape } from '#contract/account.ts'
import { PRACTICE_CURVE, PRACTICE_REVIEWER, reviewer } from '#contract/review.ts'
import { logAct } from '#server/desk/operator-log.ts'
import { disableOperator, insertOperator } from '#server/desk/operator-store.ts'
import type { PasswordHasher } from '#server/identity/password-hasher.ts'
import { isCommonPassword } from '#server/identity/password-rules.ts'
import type { Database } from '#server/platform/database.ts'
import { isDuplicate } from '#server/platform/sql-errors.ts'

/** As it stands in the log for what is done here. */
export const COMMAND_LINE = 'command-line'
const TAKEN: readonly string[] = [PRACTICE_REVIEWER, PRACTICE_CURVE, COMMAND_LINE]

/** In plain words for the person at the terminal; null: nothing wrong. */
export function nameFault(name: string): string | null {
  if (!reviewer.safeParse(name).success) {
    return 'A name has 3 to 32 characters: a to z, digits and hyphens, beginning with a letter.'
  }
  return TAKEN.includes(name) ? `The name ${name} is taken.` : null
}

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

/** Null, or what is wrong in plain words. */
export async function addOperator(
  owner: Database,
  hasher: PasswordHasher,
  { name, password, atMs }: NewOperator,
): Promise<string | null> {
  const fault = nameFault(name) ?? passwordFault(name, password)
  if (fault !== null) return fault
  const passwordHash = await hasher.hash(password)
  try {
    await owner.transaction(async (tx) => {
      await insertOperator(tx, { name, passwordHash, atMs })
      const act = { atMs, actor: COMMAND_LINE, act: 'operator_added', userId: null } as const
      await logAct(tx, { ...act, ref: name })
    })
  } catch (error) {
    if (!isDuplicate(error, 'operators_name_key')) throw error
    return `There is an operator ${name} already.`
  }
  return null
}

/** Ends all sessions too; a running server closes their sockets within seconds. */
export function endOperator(owner: Database, name: string, atMs: number): Promise<string | null> {
  return owner.transaction(async (tx) => {
    if (!(await disableOperator(tx, name, atMs))) return `There is no operator ${name} to disable.`
    const act = { atMs, actor: COMMAND_LINE, act: 'operator_disabled', userId: null } as const
    await logAct(tx, { ...act, ref: name })
    return null
  })
}
