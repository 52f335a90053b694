import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { MAIL_CONNECTIONS } from '#server/outlet/mail-sender.ts'
import { manualClock } from '#support/manual-clock.ts'
import { type TestServer, testServer } from '#support/server.ts'
import { codeIn, headerOf, Smtp } from '#support/smtp.ts'
import { until } from '#support/until.ts'

/** More than one batch. */
const WAITING = 30
const ADDRESS = 'anna@mail.example'
/** It moves in no test, so no lease ends and no retry is due. */
const clock = manualClock(Date.UTC(2026, 10, 30, 9))
let smtp: Smtp
let server: TestServer

beforeAll(async () => {
  smtp = await Smtp.open()
  const publicAddress = 'https://app.example'
  const config = { smtpUrl: smtp.url(), mailFrom: 'notices@app.example', publicAddress }
  server = await testServer({ config, clock })
  const { visitor } = await server.registerUser()
  await visitor.post('/api/mail', { address: ADDRESS, language: 'en' })
  const [mail] = await smtp.received(1, ADDRESS)
  if (mail === undefined) throw new Error('no mail')
  await visitor.post('/api/mail/confirmation', { code: codeIn(mail) })
})
beforeEach(async () => {
  await server.owner.query('delete from outlet_messages')
  smtp.mails.length = 0
})
afterAll(async () => {
  await server.close()
  await smtp.stop()
})

const states = async (): Promise<string[]> =>
  (await server.owner.query<{ state: string }>('select state from outlet_messages')).map(
    ({ state }) => state,
  )

/** Lets the worker begin with what waits, until all connections are in use. */
async function beginSending(): Promise<void> {
  await server.owner.query(
    `insert into outlet_messages (channel, user_id, address_id, kind, created_at, next_at)
      select 'mail', user_id, id, 'password', $2, $2 from mail_addresses, generate_series(1, $1)`,
    [WAITING, clock.now()],
  )
  await clock.leap(2_000)
  await until('mails on their way', () => smtp.mails.length >= MAIL_CONNECTIONS)
}
const sentAfterRestart = async (): Promise<string[]> => {
  await until('an empty queue', async () => (await states()).every((state) => state === 'sent'))
  return smtp.mails.map((mail) => headerOf(mail, 'message-id'))
}

it('sends what it had claimed right after a clean stop, and no mail twice', async () => {
  await smtp.rule([], { at: 'slow' })
  await beginSending()
  await server.restart()
  await smtp.rule([])
  const ids = await sentAfterRestart()
  expect(ids.length).toBe(WAITING)
  expect(new Set(ids).size).toBe(WAITING)
})

it('stops while a mail server does not answer, and then sends twice only what was on its way', async () => {
  await smtp.rule([], { at: 'hang-after-data' })
  await beginSending()
  await server.app.close()
  const waiting = await server.owner.query<{ attempts: number; due: boolean }>(
    `select attempts, next_at <= $1 as due from outlet_messages where state = 'waiting'`,
    [clock.now()],
  )
  expect(waiting).toEqual(Array.from({ length: WAITING }, () => ({ attempts: 0, due: true })))
  await smtp.rule([])
  await server.restart()
  const ids = await sentAfterRestart()
  expect(new Set(ids).size).toBe(WAITING)
  expect(ids.length).toBe(WAITING + MAIL_CONNECTIONS)
})
