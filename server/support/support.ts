/** Customer service for users: sending a message exactly once, reading earlier ones, and marks. */
import type { z } from 'zod'
import { pageLimit } from '#contract/endpoint.ts'
import type { sendSupportMessage } from '#contract/endpoints/support.ts'
import {
  type markForm,
  SUPPORT_DAILY_MAX,
  type SupportAnswer,
  type SupportMarks,
  type SupportMessage,
  type SupportQuestion,
} from '#contract/support.ts'
import { dayStartAt, nextDayStart } from '#rules/business-day.ts'
import { beforeId, documentId, MAX_ID, PAGE_ROWS, pageOf } from '#server/platform/db/pages.ts'
import type { DeskChanges } from '#server/platform/desk-changes.ts'
import { changeUser, type CommandResult, moneyCommand } from '#server/platform/user-transaction.ts'
import type { MarketClock } from '#server/platform/clock.ts'
import type { Database, Queryable } from '#server/platform/db/database.ts'
import { Rejected } from '#server/platform/errors.ts'
import type { PrivateTopic, SocketHub } from '#server/platform/socket/hub.ts'
import type { CommandKey } from '#server/platform/http/route.ts'
import { supportEvents } from '#server/support/events.ts'
import { marksOf, messageOf } from '#server/support/support-rows.ts'
import * as store from '#server/support/support-store.ts'
import { claimPhoto } from '#server/verification/photos.ts'

/** What customer service needs. */
export interface SupportParts {
  db: Database
  hub: Pick<SocketHub, 'deliver' | 'pass'>
  clock: Pick<MarketClock, 'now' | 'at'>
  deskChanges: DeskChanges
  /** Whether a labelled helper answers, in practice mode only. */
  practice: boolean
}
type Body = z.output<typeof sendSupportMessage.body>
type Marks = z.output<typeof markForm>

/** A message to send. */
interface SupportCommand extends CommandKey {
  body: Body
}

/** Customer service for users. */
export interface Support {
  /** Sends a message. Returns the reply's JSON. */
  send(command: SupportCommand): Promise<string>
  list(
    userId: bigint,
    before: string | undefined,
  ): Promise<{ messages: SupportMessage[]; next: SupportMessage['id'] | null }>
  mark(userId: bigint, marks: Marks): Promise<SupportMarks>
}

const NO_MARKS: store.MarksRow = {
  user_delivered: 0n,
  user_read: 0n,
  staff_delivered: 0n,
  staff_read: 0n,
  unread: 0,
}

async function checkDay(tx: Queryable, userId: bigint, atMs: number): Promise<void> {
  if ((await store.countSince(tx, userId, dayStartAt(atMs))) < SUPPORT_DAILY_MAX) return
  const params = { limit: SUPPORT_DAILY_MAX, resetsAt: nextDayStart(atMs) }
  throw new Rejected('daily_count_reached', params)
}

async function subjectOf(tx: Queryable, userId: bigint, { about }: Body) {
  if (about === null) return null
  const id = documentId(about.id)
  const subject = id === null ? null : { kind: about.kind, id }
  if (subject === null || !(await store.selectOwns(tx, userId, subject)))
    throw new Rejected('not_found')
  return subject
}

interface Said {
  practice: boolean
  /** The frequent question that was chosen. Null for free text. */
  question: SupportQuestion | null
  /** True if the user already waits for a person and was informed. */
  waits: boolean
}

/**
 * The answer of the practice helper: to a frequent question, or when to expect a person. Null if there is none. Outside
 * practice mode only people answer.
 */
function helperAnswer({ practice, question, waits }: Said): SupportAnswer | null {
  if (!practice) return null
  if (question !== null) return question
  return waits ? null : 'person_later'
}

/** Runs in the transaction that claimed the key and holds the user's mutex. */
async function write(
  tx: Queryable,
  { userId, key, body }: SupportCommand,
  { atMs, practice }: { atMs: number; practice: boolean },
): Promise<CommandResult> {
  await checkDay(tx, userId, atMs)
  const { text, question, photo } = body
  const about = await subjectOf(tx, userId, body)
  const claim = { userId, photoId: photo ?? '', purpose: 'support', atMs } as const
  const photoId = photo === null ? null : await claimPhoto(tx, claim)
  const said = {
    userId,
    author: 'user',
    text,
    photoId,
    about,
    question,
    sentAt: atMs,
    key,
  } as const
  const own = await store.insertMessage(tx, said)
  const before = await store.selectThread(tx, userId)
  const waits = before?.waiting_since ?? null
  const answer = helperAnswer({ practice, question, waits: waits !== null })
  const helped =
    answer === null
      ? null
      : await store.insertMessage(tx, { userId, author: 'helper', answer, sentAt: atMs })
  const needsPerson = !practice || question === null
  const waitingSince = waits === null ? (needsPerson ? atMs : null) : Number(waits)
  if (waitingSince === null) await store.closePictures(tx, userId, atMs)
  await store.upsertThread(tx, {
    userId,
    lastId: helped?.id ?? own.id,
    waitingSince,
    writer: 'user',
    ownId: own.id,
  })
  const rows = helped === null ? [own] : [own, helped]
  const events = await supportEvents(tx, userId, { rows, marks: true })
  return { reply: JSON.stringify({ message: messageOf(own) }), events }
}

/** Creates the functions for users. */
export function createSupport(parts: SupportParts): Support {
  const { db, clock, deskChanges, practice } = parts
  return {
    send: async (command) => {
      const reply = await moneyCommand(parts, command, (tx) =>
        write(tx, command, { atMs: clock.now(), practice }),
      )
      deskChanges.changed()
      return reply
    },
    list: async (userId, before) => {
      const page = { before: beforeId(before), limit: PAGE_ROWS }
      const { items, next } = pageOf(await store.selectMessages(db, userId, page), messageOf)
      return { messages: items, next }
    },
    mark: (userId, marks) => markSide(parts, { userId, side: 'user', marks }),
  }
}

/** Stores what a side has received or read, and publishes it to the user's pages. */
export async function markSide(
  parts: SupportParts,
  { userId, side, marks }: { userId: bigint; side: 'user' | 'staff'; marks: Marks },
): Promise<SupportMarks> {
  const { grew, now } = await changeUser(parts, userId, async (tx) => {
    const read = marks.readUpTo === undefined ? 0n : BigInt(marks.readUpTo)
    const arrived = marks.deliveredUpTo === undefined ? 0n : BigInt(marks.deliveredUpTo)
    const least = (id: bigint): bigint => (id > MAX_ID ? MAX_ID : id)
    const marking = { userId, side, delivered: least(arrived), read: least(read) }
    const grew = await store.updateMarks(tx, marking)
    const events = grew ? await supportEvents(tx, userId, { rows: [], marks: true }) : []
    const now = marksOf((await store.selectThread(tx, userId)) ?? NO_MARKS)
    return { value: { grew, now }, events }
  })
  if (grew) parts.deskChanges.changed()
  return now
}

/** The support topic: the newest messages and the marks, then each message and each change of the marks. */
export const supportTopic = (db: Database): PrivateTopic => ({
  name: 'support',
  snapshot: async (userId) => {
    const newest = { before: MAX_ID, limit: pageLimit }
    const { seq, thread, rows } = await store.selectSnapshot(db, userId, newest)
    const state = { latest: rows.map(messageOf), marks: marksOf(thread ?? NO_MARKS) }
    return { seq, json: JSON.stringify(state) }
  },
})
