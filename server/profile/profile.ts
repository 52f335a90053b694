/**
 * The profile topic: the user's identity and the state of verification, payout account and security. Each change sends
 * all of it.
 */
import { z } from 'zod'
import { profile } from '#contract/profile.ts'
import {
  type PasskeyLine,
  type ProfileRow,
  selectPasskeyLines,
  selectProfile,
} from '#server/profile/profile-store.ts'
import { tellUsers, selectOutboxHead } from '#server/ledger/outbox-store.ts'
import { maskPhone } from '#rules/masking.ts'
import { payoutAccountOf } from '#server/profile/payout-account.ts'
import type { Database, Queryable } from '#server/platform/db/database.ts'
import type { OutboxEvent, PrivateTopic } from '#server/platform/socket/hub.ts'
import { verificationOf } from '#server/profile/verification.ts'

const factorsOf = (row: ProfileRow, passkeys: readonly PasskeyLine[]) => ({
  totp: row.totp,
  atLogIn: row.factor_at_log_in,
  recoveryCodesLeft: row.recovery_codes_left,
  passkeys: passkeys.map(({ id, name, created_at, last_used_at, removal_at }) => ({
    id,
    name,
    createdAt: Number(created_at),
    lastUsedAt: last_used_at === null ? null : Number(last_used_at),
    removalAt: removal_at === null ? null : Number(removal_at),
  })),
})

/** Returns JSON of `profile` in contract/profile.ts, as this transaction sees it. */
export async function selectProfileJson(tx: Queryable, userId: bigint): Promise<string> {
  const row = await selectProfile(tx, userId)
  const state = profile.parse({
    account: row.account,
    nickname: row.nickname,
    openingCode: row.opening_code,
    level: 'ordinary',
    createdAt: row.created_at.getTime(),
    guest: false,
    version: Number(row.profile_version),
    phone: maskPhone(row.phone),
    verification: await verificationOf(tx, userId),
    payoutAccount: await payoutAccountOf(tx, userId),
    factors: factorsOf(row, await selectPasskeyLines(tx, userId)),
    completedPayouts: row.completed_payouts,
    invited: row.invited,
    safetyWord: row.safety_word,
  })
  return JSON.stringify(z.encode(profile, state))
}

/**
 * Call this last, whenever something that the profile shows has changed. The caller holds the user's mutex and delivers
 * the event after the commit.
 */
export async function profileChanged(tx: Queryable, userId: bigint): Promise<OutboxEvent> {
  const [event] = await tellUsers(tx, [{ userId, topic: 'profile' }])
  if (event === undefined) throw new Error('the outbox returned no event')
  return event
}

export const profileTopic = (db: Database): PrivateTopic => ({
  name: 'profile',
  snapshot: (userId) =>
    db.snapshot(async (tx) => ({
      seq: await selectOutboxHead(tx, userId, 'profile'),
      json: await selectProfileJson(tx, userId),
    })),
})
