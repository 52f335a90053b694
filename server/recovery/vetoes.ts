/**
 * Vetoes against approved recoveries. Each ends the recovery and locks the account, because a device in other hands
 * could veto as well.
 */
import { MINUTE_MS } from '#contract/time.ts'
import { type OwnRecovery } from '#contract/recovery.ts'
import { plainText } from '#contract/scalars.ts'
import { SAFETY_WORD_MAX, SAFETY_WORD_MIN } from '#contract/profile.ts'
import { userByAccount } from '#server/identity/identity-store.ts'
import type { SessionKeeper } from '#server/identity/sessions.ts'
import type { Bucket, Throttle } from '#server/identity/throttle.ts'
import { sendMessage } from '#server/messages/messages.ts'
import type { MarketClock } from '#server/platform/clock.ts'
import type { Queryable } from '#server/platform/db/database.ts'
import { documentId } from '#server/platform/db/pages.ts'
import type { DeskChanges } from '#server/platform/desk-changes.ts'
import { found } from '#server/platform/errors.ts'
import type { Session } from '#server/platform/session-reader.ts'
import { type ChangeParts, changeUser } from '#server/platform/user-transaction.ts'
import { profileChanged } from '#server/profile/profile.ts'
import { evenly } from '#server/recovery/evenly.ts'
import * as store from '#server/recovery/recovery-store.ts'
import { ownRecoveryOf } from '#server/recovery/rows.ts'

export interface VetoParts extends ChangeParts {
  clock: MarketClock
  deskChanges: DeskChanges
  sessions: Pick<SessionKeeper, 'forget'>
  throttle: Throttle
}

export interface Vetoes {
  /** The recoveries of the account, newest first. */
  list(userId: bigint): Promise<OwnRecovery[]>
  /** Throws `not_found`, `document_moved_on`. */
  bySession(veto: { session: Session; secret: string; id: string }): Promise<void>
  /** Resolves whatever the account and the word are. Throws `rate_limited`. */
  byWord(veto: { account: string; word: string; address: string }): Promise<void>
}

/** Longer than a veto takes, with a database that is not overloaded. */
const WORD_MS = 400
/** The second bucket stops guessing from many networks, and is large, so that strangers hardly keep the owner out. */
const wordBuckets = (account: string, address: string): Bucket[] => [
  { name: `recovery word ${address}`, capacity: 10, drainMs: 10 * MINUTE_MS },
  { name: `recovery word of ${account.toLowerCase()}`, capacity: 300, drainMs: 5 * MINUTE_MS },
]
/** As words are stored. */
const asStored = plainText(SAFETY_WORD_MIN, SAFETY_WORD_MAX)

export function createVetoes(parts: VetoParts): Vetoes {
  const { db, clock, deskChanges, sessions, throttle } = parts

  const veto = async (
    userId: bigint,
    end: (tx: Queryable<'app'>, atMs: number) => Promise<bigint[] | null>,
  ): Promise<void> => {
    const ended = await changeUser(parts, userId, async (tx) => {
      const atMs = clock.now()
      const value = await end(tx, atMs)
      if (value === null) return { value, events: [] }
      const message = { userId, kind: 'recovery_vetoed', params: {}, sentAt: atMs } as const
      return { value, events: [await sendMessage(tx, message), await profileChanged(tx, userId)] }
    })
    if (ended === null) return
    sessions.forget(ended)
    deskChanges.changed()
  }

  const byWord = async ({ account, word }: { account: string; word: string }): Promise<void> => {
    const user = await userByAccount(db, account)
    const { data } = asStored.safeParse(word)
    if (user === undefined || data === undefined) return
    await veto(user.id, (tx, atMs) => store.vetoByWord(tx, { userId: user.id, word: data, atMs }))
  }

  return {
    list: async (userId) => {
      const atMs = clock.now()
      return (await store.selectOwnRecoveries(db, userId)).map((row) => ownRecoveryOf(row, atMs))
    },
    bySession: ({ session: { userId }, secret, id }) =>
      veto(userId, (tx, atMs) =>
        store.vetoBySession(tx, { userId, secret, id: found(documentId(id)), atMs }),
      ),
    byWord: async ({ account, word, address }) => {
      await throttle.charge(wordBuckets(account, address))
      await evenly(WORD_MS, () => byWord({ account, word }))
    },
  }
}
