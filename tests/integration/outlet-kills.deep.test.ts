import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { MAIL_CONNECTIONS } from '#server/outlet/mail-sender.ts'
import { LEASE_MS } from '#server/outlet/outlet-worker.ts'
import { addSender } from '#support/kill-commands.ts'
import { type TestDatabase, testDatabase } from '#support/postgres.ts'
import { freePort, ServerProcess } from '#support/server-process.ts'
import { codeIn, headerOf, Smtp } from '#support/smtp.ts'
import { replayOf } from '#support/started-server.ts'
import { until } from '#support/until.ts'

const MAIN = fileURLToPath(new URL('../support/clocked-server.ts', import.meta.url))
const START = Date.parse('2026-03-03T10:00:00Z')
const ADDRESS = 'anna@mail.example'
const MAILS = 600
const KILLS = 2
const PATIENCE_MS = 300_000

let smtp: Smtp
let database: TestDatabase
let server: ServerProcess
let now = START
const folder = mkdtempSync(join(tmpdir(), 'fairtick-mail-'))

/** Each start is so much later that no message is still leased to the one before. */
async function start(): Promise<void> {
  now += LEASE_MS + 60_000
  server.start()
  server.tell(`to ${now}`)
  await server.ready()
}
beforeAll(async () => {
  smtp = await Smtp.open()
  database = await testDatabase()
  const env = {
    ...replayOf(folder),
    DATABASE_URL: database.url,
    SMTP_URL: smtp.url(),
    MAIL_FROM: 'notices@app.example',
    PUBLIC_ADDRESS: 'https://app.example',
  }
  server = new ServerProcess(join(folder, 'data'), await freePort(), { main: MAIN, env })
  await start()
  const sender = { url: server.url, established: false, now }
  const { visitor } = await addSender(database, sender)
  const asked = await visitor.post('/api/mail', { address: ADDRESS, language: 'en' })
  expect(asked.text).toContain('"available":true')
  const [mail] = await smtp.received(1, ADDRESS)
  if (mail === undefined) throw new Error('no mail')
  const confirmed = await visitor.post('/api/mail/confirmation', { code: codeIn(mail) })
  expect(confirmed.status).toBe(200)
}, PATIENCE_MS)
afterAll(async () => {
  await server.kill('SIGKILL')
  await database.close()
  await smtp.stop()
  rmSync(folder, { recursive: true, force: true })
})

it(
  'loses no mail when the server is killed, and sends twice only what was on its way then',
  async () => {
    smtp.mails.length = 0
    const { owner } = database
    await owner.query(
      `insert into outlet_messages (channel, user_id, address_id, kind, created_at, next_at)
        select 'mail', user_id, id, 'password', $2, $2 from mail_addresses, generate_series(1, $1)`,
      [MAILS, now],
    )
    for (let kill = 1; kill <= KILLS; kill++) {
      const enough = (MAILS / (KILLS + 1)) * kill
      await until(`${enough} mails`, () => smtp.mails.length >= enough, PATIENCE_MS)
      await server.kill('SIGKILL')
      await start()
    }
    const ended = await until(
      'an empty queue',
      async () => {
        const rows = await owner.query<{ id: string; state: string }>(
          `select '<' || event_id || '@app.example>' as id, state from outlet_messages
            where kind = 'password'`,
        )
        return rows.every(({ state }) => state !== 'waiting') && rows
      },
      PATIENCE_MS,
    )
    expect(ended.filter(({ state }) => state !== 'sent')).toEqual([])
    const ids = smtp.mails.map((mail) => headerOf(mail, 'message-id'))
    const copies = ids.length - new Set(ids).size
    console.log(`${KILLS} kills, ${MAILS} mails, ${copies} of them twice`)
    expect([...new Set(ids)].toSorted()).toEqual(ended.map(({ id }) => id).toSorted())
    expect(copies).toBeLessThanOrEqual(KILLS * MAIL_CONNECTIONS)
  },
  PATIENCE_MS,
)
