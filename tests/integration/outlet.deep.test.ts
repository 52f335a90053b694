import { afterAll, afterEach, beforeAll, expect, it } from 'vitest'
import { sendMessage } from '#server/messages/messages.ts'
import { MAIL_CONNECTIONS } from '#server/outlet/mail-sender.ts'
import { createLogger } from '#server/platform/logging.ts'
import { lockUser } from '#server/platform/user-transaction.ts'
import { userIdOf } from '#support/cashier-visit.ts'
import { manualClock } from '#support/manual-clock.ts'
import { type TestServer, testServer } from '#support/server.ts'
import { codeIn, headerOf, Smtp } from '#support/smtp.ts'
import { pause, until } from '#support/until.ts'

/** Ten thousand took 107 and 135 s on two cores under heavy load; these took 70 s. */
const WAITING = 4_000
const PATIENCE_MS = 600_000
const PAUSE_MAX_MS = 300_000
/** Mails that have arrived when the mail server is killed. */
const KILLED_AFTER = [1_000, 2_500]
/** Counting thousands of rows takes time from those who send them. */
const LOOK_MS = 100
const ADDRESS = 'anna@mail.example'
const clock = manualClock(Date.UTC(2026, 10, 30, 9))
const lines: string[] = []
let smtp: Smtp
let server: TestServer
beforeAll(async () => {
  smtp = await Smtp.open()
  const publicAddress = 'https://app.example'
  const config = { smtpUrl: smtp.url(), mailFrom: 'notices@app.example', publicAddress }
  const log = createLogger('info', { write: (line: string) => void lines.push(line) })
  server = await testServer({ config, clock, log })
  const user = await server.registerUser()
  await user.visitor.post('/api/mail', { address: ADDRESS, language: 'en' })
  const [mail] = await smtp.received(1, ADDRESS)
  if (mail === undefined) throw new Error('no mail')
  await user.visitor.post('/api/mail/confirmation', { code: codeIn(mail) })
  const userId = await userIdOf(server, user.account)
  await server.db.transaction(async (tx) => {
    await lockUser(tx, userId)
    await sendMessage(tx, { userId, kind: 'password_changed', params: {}, sentAt: clock.now() })
  })
  await drained()
  smtp.mails.length = 0
})
afterEach(() => {
  smtp.mails.length = 0
  lines.length = 0
})
afterAll(async () => {
  await server.close()
  await smtp.stop()
})

const count = async (where: string): Promise<number> => {
  const [row] = await server.owner.query<{ n: number }>(
    `select count(*)::int as n from outlet_messages where ${where}`,
  )
  return row?.n ?? 0
}
const eventIds = async (): Promise<string[]> => {
  const rows = await server.owner.query<{ id: string }>(
    `select '<' || event_id || '@app.example>' as id from outlet_messages where kind = 'password'`,
  )
  return rows.map(({ id }) => id)
}
const sentIds = (): string[] => smtp.mails.map((mail) => headerOf(mail, 'message-id'))
const metric = async (name: string): Promise<number> => {
  const { text } = await server.visitor().get('/metrics')
  return Number(new RegExp(`^fairtick_outlet_${name} (.*)$`, 'm').exec(text)?.[1])
}

/** As many notices as a long outage leaves, beyond what one user may have. */
async function fill(rows: number): Promise<void> {
  await server.owner.query(
    `insert into outlet_messages (channel, user_id, address_id, kind, created_at, next_at)
      select channel, user_id, address_id, kind, $2, $2 from outlet_messages, generate_series(1, $1)
      where id = (select max(id) from outlet_messages)`,
    [rows, clock.now()],
  )
}

/** To the end of a pause, if there is one. What is claimed has its attempt counted, so this ends no lease. */
async function passPause(): Promise<void> {
  const [row] = await server.owner.query<{ next: bigint | null }>(
    `select min(next_at) as next from outlet_messages
      where state = 'waiting' and attempts = 0 and next_at <= $1`,
    [clock.now() + PAUSE_MAX_MS],
  )
  if (row?.next === null || row === undefined) return
  await clock.leap(Math.max(2_000, Number(row.next) - clock.now()))
}
const drained = () =>
  until(
    'an empty queue',
    async () => {
      await passPause()
      await pause(LOOK_MS)
      return (await count(`state = 'waiting'`)) === 0
    },
    PATIENCE_MS,
  )
const mailed = (mails: number) =>
  until(
    `${mails} mails`,
    async () => {
      await passPause()
      await pause(LOOK_MS)
      return smtp.mails.length >= mails
    },
    PATIENCE_MS,
  )

it(
  'sends thousands that waited for a mail server, and twice only what was on its way when it was killed',
  async () => {
    await smtp.stop()
    const earlier = await eventIds()
    await fill(WAITING)
    for (let n = 0; n < 5; n++) await passPause()
    expect(await metric('waiting{channel="mail"}')).toBe(WAITING)
    expect(lines.some((line) => line.includes('notices are not taken at present'))).toBe(true)
    await smtp.start()
    const begun = performance.now()
    for (const mails of KILLED_AFTER) {
      await mailed(mails)
      await smtp.stop()
      expect(await metric('waiting{channel="mail"}')).toBeGreaterThan(0)
      await smtp.start()
    }
    await drained()
    const tookMs = performance.now() - begun
    expect(await count(`state <> 'sent' or attempts <> 1`)).toBe(0)
    expect(await metric('waiting{channel="mail"}')).toBe(0)
    const ids = sentIds()
    const sent = new Set(ids)
    const copies = ids.length - sent.size
    console.log(`${WAITING} mails in ${Math.round(tookMs)} ms, ${copies} of them twice`)
    expect(copies).toBeLessThanOrEqual(KILLED_AFTER.length * MAIL_CONNECTIONS)
    expect([...sent].toSorted()).toEqual(
      (await eventIds()).filter((id) => !earlier.includes(id)).toSorted(),
    )
  },
  PATIENCE_MS,
)

it('looks for what waits too long once per channel, however much waits', async () => {
  await server.owner.transaction(async (tx) => {
    await tx.query(
      `insert into outlet_messages (channel, user_id, address_id, kind, created_at, next_at)
        select channel, user_id, address_id, kind, $1, $1 from outlet_messages, generate_series(1, 1000)
        where id = (select max(id) from outlet_messages)`,
      [clock.now()],
    )
    await tx.query('select lapse_outlet(50000, $1)', [clock.now()])
    const [row] = await tx.query<{ scans: number }>(
      `select (idx_scan + seq_scan)::int as scans from pg_stat_xact_user_tables
        where relname = 'outlet_messages'`,
    )
    expect(row?.scans).toBeLessThan(100)
    await tx.query(`delete from outlet_messages where state = 'waiting'`)
  })
})

it.each(['hang', 'hang-after-data'] as const)(
  'is not held for ever by a mail server that does not answer (%s), and then sends what waited',
  async (at) => {
    await smtp.rule([], { at })
    await fill(1)
    await clock.leap(2_000)
    // 10 s without a greeting, 30 s without an answer: of the sender, in real time.
    await until(
      'a pause',
      () => lines.some((line) => line.includes('notices are not taken at present')),
      PATIENCE_MS,
    )
    await until('a message that waits', () => count(`state = 'waiting' and attempts = 0`))
    await smtp.rule([])
    await drained()
    expect(new Set(sentIds()).size).toBe(1)
    expect(smtp.mails.length).toBeLessThanOrEqual(2)
    expect(await count(`state <> 'sent'`)).toBe(0)
  },
  PATIENCE_MS,
)
