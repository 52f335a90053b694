import { DAY_MS, MINUTE_MS } from '#contract/time.ts'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { deskOutlet, getMail } from '#contract/endpoints/mail.ts'
import { type Message, message } from '#contract/messages.ts'
import { sendMessage } from '#server/messages/messages.ts'
import { createLogger } from '#server/platform/logging.ts'
import { lockUser } from '#server/platform/user-transaction.ts'
import { userIdOf } from '#support/cashier-visit.ts'
import { logInOperator } from '#support/desk.ts'
import { manualClock } from '#support/manual-clock.ts'
import { type TestServer, type TestUser, testServer } from '#support/server.ts'
import { bodyOf, codeIn, headerOf, Smtp } from '#support/smtp.ts'
import { until } from '#support/until.ts'

const clock = manualClock(Date.UTC(2026, 10, 30, 9))
const lines: string[] = []
let smtp: Smtp
let server: TestServer
let user: TestUser

beforeAll(async () => {
  smtp = await Smtp.open()
  const log = createLogger('debug', { write: (line: string) => void lines.push(line) })
  const publicAddress = 'https://app.example'
  const config = { smtpUrl: smtp.url(), mailFrom: 'notices@app.example', publicAddress }
  server = await testServer({ config, clock, log })
})
beforeEach(async () => {
  await server.owner.query('delete from outlet_messages')
  await server.owner.query('delete from mail_addresses')
  await smtp.rule([])
  smtp.mails.length = 0
  smtp.tried.length = 0
  user = await server.registerUser()
})
afterAll(async () => {
  await server.close()
  await smtp.stop()
})

let names = 0
const newAddress = (): string => `a.person+${++names}@mail.example`
const state = (who = user) => who.visitor.read(getMail.reply, '/api/mail')
const ask = (address: string, language = 'de', who = user) =>
  who.visitor.post('/api/mail', { address, language })
const confirm = (code: string, who = user) => who.visitor.post('/api/mail/confirmation', { code })

/** Lets the worker run until that many mails of an address arrived. */
const mailed = (count: number, address: string) =>
  until(`${count} mails to ${address}`, async () => {
    const mails = smtp.to(address)
    if (mails.length >= count) return mails
    await clock.leap(2_000)
    return null
  })
async function confirmed(who = user, language = 'de'): Promise<string> {
  const address = newAddress()
  expect((await ask(address, language, who)).status).toBe(200)
  const [mail] = await mailed(1, address)
  if (mail === undefined) throw new Error('no mail')
  expect((await confirm(codeIn(mail), who)).status).toBe(200)
  return address
}
async function tell(kind: Message['kind'], who = user, fails = false): Promise<void> {
  const userId = await userIdOf(server, who.account)
  const work = server.db.transaction(async (tx) => {
    await lockUser(tx, userId)
    const params = { amount: '12.34', secretName: 'Zhang', orderId: '77' }
    const event = await sendMessage(tx, { userId, kind, params, sentAt: clock.now() })
    if (fails) throw new Error('undone')
    return event
  })
  const event = await work.catch(() => null)
  if (event !== null) server.app.hub.deliver([event])
}
const rows = (where = 'true') =>
  server.owner.query<{ kind: string; state: string; attempts: number }>(
    `select kind, state, attempts from outlet_messages where ${where} order by id`,
  )
const ended = (kind: string, end: string) =>
  until(`a message ${kind} that is ${end}`, async () => {
    await clock.leap(2_000)
    return (await rows(`kind = '${kind}' and state = '${end}'`))[0]
  })

describe('an address', () => {
  it('is used only after the code of its mail came back', async () => {
    const address = newAddress()
    const asked = await ask(address)
    expect(asked.body).toMatchObject({ available: true, used: null })
    const masked = `a***@mail.example`
    expect((await state()).asked).toMatchObject({ address: masked, triesLeft: 5 })
    const [mail] = await mailed(1, address)
    if (mail === undefined) throw new Error('no mail')
    expect(mail).toMatchObject({ from: 'notices@app.example', to: [address] })
    expect(bodyOf(mail)).toContain('Ihr Code:')
    await tell('password_changed')
    expect(await rows(`kind = 'password'`)).toEqual([])
    expect((await confirm('00000000')).body).toMatchObject({ code: 'factor_wrong' })
    expect((await state()).asked?.triesLeft).toBe(4)
    expect((await confirm(codeIn(mail))).status).toBe(200)
    expect(await state()).toMatchObject({ used: { address: masked, unusable: false }, asked: null })
    expect((await confirm(codeIn(mail))).body).toMatchObject({ code: 'factor_wrong' })
  })

  it('takes five tries, for a quarter of an hour, and a code of the same address only', async () => {
    const first = newAddress()
    await ask(first)
    const [mail] = await mailed(1, first)
    if (mail === undefined) throw new Error('no mail')
    const other = newAddress()
    await ask(other)
    expect((await confirm(codeIn(mail))).status).toBe(422)
    const [second] = await mailed(1, other)
    if (second === undefined) throw new Error('no mail')
    for (let n = 0; n < 4; n++) await confirm('12345678')
    expect((await state()).asked).toBeNull()
    expect((await confirm(codeIn(second))).status).toBe(422)

    const third = newAddress()
    await ask(third)
    const [late] = await mailed(1, third)
    if (late === undefined) throw new Error('no mail')
    await clock.leap(15 * MINUTE_MS)
    expect((await state()).asked).toBeNull()
    expect((await confirm(codeIn(late))).status).toBe(422)
  })

  it('is asked for a few times a day: by a user, for an address, from a network, by all', async () => {
    const address = newAddress()
    const others = [await server.registerUser(), await server.registerUser()]
    expect((await ask(address)).status).toBe(200)
    for (const who of others) expect((await ask(address, 'en', who)).status).toBe(200)
    expect((await ask(address.toUpperCase())).body).toMatchObject({
      code: 'daily_count_reached',
      params: { limit: 3 },
    })
    for (let n = 0; n < 4; n++) expect((await ask(newAddress())).status).toBe(200)
    expect((await ask(newAddress())).body).toMatchObject({
      code: 'daily_count_reached',
      params: { limit: 5 },
    })
    for (let n = 0; n < 3; n++) {
      const who = await server.registerUser()
      for (let each = 0; each < 5; each++) await ask(newAddress(), 'en', who)
    }
    expect((await ask(newAddress(), 'en', others[0])).body).toMatchObject({ code: 'rate_limited' })
    await server.owner.query(`update mail_addresses set network = digest || id::text::bytea`)
    expect((await ask(newAddress(), 'en', others[0])).status).toBe(200)
    await clock.leap(DAY_MS)
    expect((await ask(newAddress())).status).toBe(200)
  })

  it('is one recipient, whatever is written into it', async () => {
    for (const bad of [
      'a@mail.example\r\nBcc: b@mail.example',
      'a@mail.example\nb',
      'a@mail.example, b@mail.example',
      'a@mail.example;b@mail.example',
      '<a@mail.example>',
      'A <a@mail.example>',
      '"a b"@mail.example',
      'a(b)@mail.example',
      'a@mail.example>',
      'a@[127.0.0.1]',
      'a@mail',
      'a@mail..example',
      'a@-mail.example',
      'a@mail.example\0',
      'a\u202eb@mail.example',
      `${'a'.repeat(65)}@mail.example`,
      '',
      '@mail.example',
    ]) {
      expect([bad, (await ask(bad)).status]).toEqual([bad, 400])
    }
    const odd = `o'brien+x=y!#$%&*/?^_{|}~-@mail.example`
    expect((await ask(odd)).status).toBe(200)
    const [mail] = await mailed(1, odd)
    expect(mail?.to).toEqual([odd])
  })

  it('is told when another one takes its place and when it is removed, and is deleted then', async () => {
    const first = await confirmed()
    const second = await confirmed()
    const [, told] = await mailed(2, first)
    if (told === undefined) throw new Error('no mail')
    expect(bodyOf(told)).toContain('schickt keine E-Mails mehr an diese Adresse')
    expect((await user.visitor.ask('DELETE', '/api/mail')).body).toMatchObject({ used: null })
    const [, gone] = await mailed(2, second)
    if (gone === undefined) throw new Error('no mail')
    expect(headerOf(gone, 'auto-submitted')).toBe('auto-generated')
    await until('all messages sent', async () => (await rows(`state = 'waiting'`)).length === 0)
    await server.owner.query('select sweep_outlet(100)')
    const left = await server.owner.query('select sealed, masked from mail_addresses')
    expect(left).toEqual(left.map(() => ({ sealed: null, masked: '' })))
    await tell('password_changed')
    expect(await rows(`kind = 'password'`)).toEqual([])
  })

  it('is in no row and in no line of the log', async () => {
    const address = await confirmed()
    await smtp.rule([{ at: 'recipient', code: 451 }])
    await tell('password_changed')
    await until('a refusal in the log', async () => {
      await clock.leap(2_000)
      return lines.some((line) => line.includes('a notice was not taken'))
    })
    const stored = await server.owner.query<{ row: string }>(
      'select to_jsonb(a)::text as row from mail_addresses a',
    )
    const hex = Buffer.from(address).toString('hex')
    for (const { row } of stored) {
      expect(row).not.toContain('a.person')
      expect(row).not.toContain(hex)
    }
    expect(lines.filter((line) => /a\.person|mail\.example/.test(line))).toEqual([])
  })
})

describe('a mail', () => {
  it('tells of a log-in on a new device, and of none on a known one', async () => {
    const address = await confirmed()
    const { account, password } = user
    expect((await user.visitor.post('/api/session', { account, password })).status).toBe(200)
    const other = server.visitor()
    expect((await other.post('/api/session', { account, password })).status).toBe(200)
    const [, mail] = await mailed(2, address)
    if (mail === undefined) throw new Error('no mail')
    expect(bodyOf(mail)).toContain('Ein neues Gerät hat sich bei Ihrem Konto angemeldet.')
    expect(bodyOf(mail)).toContain('https://app.example')
    expect(headerOf(mail, 'content-language')).toBe('de')
    expect((await rows(`kind = 'device'`)).length).toBe(1)
  })

  it('is written in the language that the user chose last, even if it waited meanwhile', async () => {
    const address = await confirmed()
    await smtp.rule([{ at: 'data', code: 451 }])
    await tell('password_changed')
    await until('an attempt', async () => {
      await clock.leap(2_000)
      return (await rows(`kind = 'password' and attempts = 1`))[0]
    })
    const other = await server.registerUser()
    const theirs = await confirmed(other, 'fr')
    const chosen = await user.visitor.ask('PUT', '/api/mail/language', { body: { language: 'ja' } })
    expect(chosen.status).toBe(200)
    await clock.leap(MINUTE_MS)
    const mail = (await mailed(2, address)).at(-1)
    expect(mail && headerOf(mail, 'content-language')).toBe('ja')
    await tell('password_changed', other)
    const last = (await mailed(2, theirs)).at(-1)
    expect(last && headerOf(last, 'content-language')).toBe('fr')
    const bad = await user.visitor.ask('PUT', '/api/mail/language', { body: { language: 'xx' } })
    expect(bad.status).toBe(400)
  })

  it('says what kind of thing happened, for the kinds of the table alone, and nothing of it', async () => {
    const address = await confirmed()
    for (const kind of message.shape.kind.options) await tell(kind)
    const found = (await rows(`kind <> 'confirm'`)).map(({ kind }) => kind)
    expect(found.toSorted()).toEqual(
      [
        ...Array.from({ length: 2 }, () => 'deposit'),
        ...Array.from({ length: 2 }, () => 'factor'),
        'password',
        'payout',
        'recovery',
        ...Array.from({ length: 4 }, () => 'withdrawal'),
      ].toSorted(),
    )
    const mails = await mailed(1 + found.length, address)
    for (const mail of mails.slice(1)) {
      expect(bodyOf(mail)).not.toMatch(/\d|Zhang/)
      expect(headerOf(mail, 'subject')).not.toMatch(/12[.,]34|77/)
    }
  })

  it('is stored with what it tells of, or not at all', async () => {
    await confirmed()
    await tell('password_changed', user, true)
    expect(await rows(`kind = 'password'`)).toEqual([])
    await tell('password_changed')
    expect((await rows(`kind = 'password'`)).length).toBe(1)
  })

  it('is limited per user and day', async () => {
    await confirmed()
    for (let n = 0; n < 40; n++) await tell('password_changed')
    expect((await rows()).length).toBe(30)
    await clock.leap(DAY_MS)
    await tell('password_changed')
    expect((await rows()).length).toBe(31)
  })
})

describe('a mail server', () => {
  it('that refuses for now gets the same mail later, under the same id', async () => {
    const address = await confirmed()
    await smtp.rule([{ at: 'data', code: 451 }], { at: 'accept' })
    await tell('password_changed')
    await until('a second attempt to wait', async () => {
      await clock.leap(2_000)
      return (await rows(`kind = 'password' and attempts = 1 and state = 'waiting'`))[0]
    })
    await clock.leap(50_000)
    expect(smtp.to(address).length).toBe(1)
    await clock.leap(MINUTE_MS)
    const [, mail] = await mailed(2, address)
    if (mail === undefined) throw new Error('no mail')
    const [row] = await server.owner.query<{ event_id: string }>(
      `select event_id from outlet_messages where kind = 'password'`,
    )
    expect(headerOf(mail, 'message-id')).toBe(`<${row?.event_id}@app.example>`)
    await ended('password', 'sent')
  })

  it('that greylists accepts the second time', async () => {
    const address = newAddress()
    await smtp.rule([], { at: 'greylist' })
    await ask(address)
    await until('an attempt', () => smtp.tried.length === 1)
    await clock.leap(MINUTE_MS)
    expect((await mailed(1, address)).length).toBe(1)
    expect(smtp.tried).toEqual([address, address])
  })

  it('that refuses for good is not asked a second time; after three, the user is told in the app', async () => {
    await confirmed()
    await smtp.rule([], { at: 'recipient', code: 550 })
    for (let n = 0; n < 2; n++) {
      await tell('password_changed')
      await until('a failure', async () => {
        await clock.leap(2_000)
        return (await rows(`state = 'failed'`)).length === n + 1
      })
    }
    expect((await state()).used?.unusable).toBe(false)
    await smtp.rule([])
    await tell('factor_changed')
    await ended('factor', 'sent')
    await smtp.rule([], { at: 'data', code: 554 })
    for (let n = 0; n < 3; n++) await tell('deposit_approved')
    await until('an unusable address', async () => {
      await clock.leap(2_000)
      return (await state()).used?.unusable === true
    })
    const told = await server.owner.query(
      `select from messages m join users u on u.id = m.user_id
        where u.account = $1 and m.kind = 'mail_unusable'`,
      [user.account],
    )
    expect(told.length).toBe(1)
    await tell('password_changed')
    expect((await rows(`kind = 'password'`)).length).toBe(2)
    await smtp.rule([])
    await confirmed()
    expect((await state()).used?.unusable).toBe(false)
  })

  it.each([
    { at: 'connect', code: 554 },
    { at: 'connect', code: 421 },
    { at: 'sender', code: 550 },
    { at: 'sender', code: 450 },
    { at: 'data', code: 421 },
  ] as const)('that takes no mail at all ($at $code) loses none', async (rule) => {
    const address = await confirmed()
    await smtp.rule([], rule)
    await tell('password_changed')
    const before = lines.length
    await until('a pause', async () => {
      await clock.leap(2_000)
      return lines.slice(before).some((line) => line.includes('not taken at present'))
    })
    expect(await rows(`kind = 'password'`)).toEqual([
      { kind: 'password', state: 'waiting', attempts: expect.any(Number) },
    ])
    expect((await state()).used?.unusable).toBe(false)
    await smtp.rule([])
    await clock.leap(5 * MINUTE_MS)
    expect((await mailed(2, address)).length).toBe(2)
  })

  it('that goes away after the text may get a copy, under the same id', async () => {
    const address = await confirmed()
    await smtp.rule([{ at: 'drop-after-data' }])
    await tell('password_changed')
    await mailed(2, address)
    await clock.leap(5 * MINUTE_MS)
    const [, first, second] = await mailed(3, address)
    if (first === undefined || second === undefined) throw new Error('no copy')
    expect(headerOf(first, 'message-id')).toBe(headerOf(second, 'message-id'))
    await ended('password', 'sent')
    expect(smtp.to(address).length).toBe(3)
  })

  it('that is away for three days loses what is older', async () => {
    await confirmed()
    await smtp.stop()
    await tell('password_changed')
    await clock.leap(3 * DAY_MS)
    await ended('password', 'failed')
    const desk = await logInOperator(server, 'anna')
    const shown = async () => (await desk.read(deskOutlet.reply, '/api/desk/outlet')).channels
    expect(await shown()).toEqual([{ channel: 'mail', waiting: 0, oldest: null, failed: 1 }])
    const oldest = clock.now()
    await tell('password_changed')
    expect(await shown()).toEqual([{ channel: 'mail', waiting: 1, oldest, failed: 1 }])
    expect((await user.visitor.get('/api/desk/outlet')).status).toBe(404)
    await smtp.start()
  })
})

it('leaves no way to mail, and no row, on a server without a mail server', async () => {
  const plain = await testServer()
  try {
    const who = await plain.registerUser()
    expect(await who.visitor.read(getMail.reply, '/api/mail')).toEqual({
      available: false,
      used: null,
      asked: null,
    })
    const wish = { address: newAddress(), language: 'en' }
    expect((await who.visitor.post('/api/mail', wish)).status).toBe(404)
    expect((await who.visitor.post('/api/mail/confirmation', { code: '12345678' })).status).toBe(
      404,
    )
    const { account, password } = who
    await plain.visitor().post('/api/session', { account, password })
    expect(await plain.owner.query('select from outlet_messages')).toEqual([])
  } finally {
    await plain.close()
  }
})
