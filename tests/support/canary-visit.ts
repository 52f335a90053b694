/** A user and an operator who do everything once wrong and once right, with secrets that are easy to find again. */
import { randomBytes, randomUUID } from 'node:crypto'
import { Secret, TOTP } from 'otpauth'
import sharp from 'sharp'
import { confirmTotp, startPasskey, startTotp } from '#contract/endpoints/security.ts'
import { addOperator } from '#server/desk/operator-office.ts'
import { createPasswordHasher } from '#server/identity/password-hasher.ts'
import { redeemFromFund } from '#support/canary-fund.ts'
import type { Canary } from '#support/canary-search.ts'
import { addPhoto, makePhoto, newestVerification } from '#support/photos.ts'
import type { TestServer } from '#support/server.ts'
import { SoftwareAuthenticator } from '#support/software-authenticator.ts'
import { type Answer, type Ask, Visitor } from '#support/visitor.ts'

/** Remembers what was asked and answered. */
export class Recorder extends Visitor {
  readonly asked: { url: string; status: number; text: string }[]

  constructor(url: string, asked: Recorder['asked']) {
    super(url)
    this.asked = asked
  }

  override async ask(method: string, path: string, what?: Ask): Promise<Answer> {
    const answer = await super.ask(method, path, what)
    this.asked.push({ url: path, status: answer.status, text: answer.text })
    return answer
  }
}

const secret = (what: string): string => `${what}-${randomBytes(9).toString('hex')}`
const PASSWORDS = [
  'login password',
  'trading password',
  'new login password',
  'new trading password',
  'wrong login password',
  'wrong trading password',
  'wrong trading password at the fund',
  'wrong old password',
  'refused password',
  'refused trading password',
  'operator password',
  'wrong operator password',
] as const

export interface CanaryVisit {
  canaries: Canary[]
  asked: Recorder['asked']
  /** Statuses met, to see that both ways were gone. */
  statuses: Map<number, number>
}

export class Visit {
  readonly canaries: Canary[] = []
  readonly asked: Recorder['asked'] = []
  readonly server: TestServer
  readonly user: Recorder
  readonly operator: Recorder

  constructor(server: TestServer) {
    this.server = server
    this.user = this.recorder()
    this.operator = this.recorder()
  }

  recorder(url = this.server.url): Recorder {
    return new Recorder(url, this.asked)
  }
  plant<V extends string | Buffer>(name: string, value: V, sealed = true): V {
    this.canaries.push({ name, value, sealed })
    return value
  }
  password(name: (typeof PASSWORDS)[number]): string {
    const known = this.canaries.find((it) => it.name === name)?.value
    return typeof known === 'string' ? known : this.plant(name, secret(name.replaceAll(' ', '-')))
  }
}

const ACCOUNT = 'canary_1'
const CARD = {
  kind: 'bank_card',
  holder: 'Zsuzsanna Kanarienvogel',
  nationality: 'DE',
  bank: 'Example Bank',
  number: '4539 5787 6362 1486',
  address: 'Kanarienstrasse 47112',
}
const IDENTITY = { name: '欧阳金丝雀', nationality: 'CN', idNumber: '11010519491231002X' }

async function register(it: Visit): Promise<void> {
  const { user, server } = it
  const phone = it.plant('phone', '+8613987654321', false)
  const info = { account: ACCOUNT, phone, openingCode: server.openingCode }
  const refused = {
    password: it.password('refused password'),
    tradingPassword: it.password('refused trading password'),
  }
  await user.post('/api/registration', { ...info, ...refused, openingCode: '0000000000' })
  await user.post('/api/registration', { ...info, ...refused, phone: 'x' })
  const same = { password: refused.password, tradingPassword: refused.password }
  await user.post('/api/registration', { ...info, ...same })
  // A fault that nobody foresaw, whose message quotes the row.
  await server.owner.query("alter table users add constraint c check (account <> 'canary_1')")
  await user.post('/api/registration', { ...info, ...refused })
  await server.owner.query('alter table users drop constraint c')
  const chosen = {
    password: it.password('login password'),
    tradingPassword: it.password('trading password'),
  }
  await user.post('/api/registration', { ...info, ...chosen })
}

function plantCookies(it: Visit, of: Recorder, whose: string): void {
  for (const [name, value] of of.cookies) it.plant(`${whose} ${name} cookie`, value)
}

async function logIn(it: Visit): Promise<void> {
  const { user, server } = it
  const account = ACCOUNT
  await user.post('/api/session', { account, password: it.password('wrong login password') })
  await server.owner.query('alter table users rename column nickname to broken')
  await user.post('/api/session', { account, password: it.password('login password') })
  await server.owner.query('alter table users rename column broken to nickname')
  const second = it.recorder()
  for (const visitor of [user, second]) {
    await visitor.post('/api/session', { account, password: it.password('login password') })
  }
  plantCookies(it, user, "user's")
  plantCookies(it, second, "second device's")
  await user.command('/api/practice-money', {})
}

async function photoOf(it: Visit): Promise<Buffer> {
  const words = it.plant('words inside the photo', secret('EXIF'))
  const photo = await sharp(await makePhoto())
    .withExif({ IFD0: { Copyright: words } })
    .jpeg()
    .toBuffer()
  it.plant('photo bytes as sent', photo.subarray(2_000, 2_048))
  return photo
}

async function identity(it: Visit): Promise<void> {
  const { user, operator, server } = it
  const photo = await photoOf(it)
  const frontPhoto = await addPhoto(user, 'id_front', photo)
  const backPhoto = await addPhoto(user, 'id_back')
  const form = { ...IDENTITY, frontPhoto, backPhoto }
  it.plant('name', form.name)
  it.plant('ID number', form.idNumber)
  const wrong = it.plant('ID number that fails its check', '110105194912310021')
  await user.command('/api/verification', { ...form, idNumber: wrong })
  await user.command('/api/verification', { ...form, frontPhoto: '999' })
  await server.owner.query('alter table verifications add constraint c check (false) not valid')
  await user.command('/api/verification', form)
  await server.owner.query('alter table verifications drop constraint c')
  await user.command('/api/verification', form)
  const kept = await fetch(`${user.url}/api/photos/${frontPhoto}`, {
    headers: { cookie: user.cookieHeader },
  })
  it.plant('photo bytes as kept', Buffer.from(await kept.arrayBuffer()).subarray(1_000, 1_048))
  const id = await newestVerification(server, ACCOUNT)
  await operator.get(`/api/desk/verifications/${id}`)
  await operator.get(`/api/desk/photos/${frontPhoto}`)
  await operator.post(`/api/desk/verifications/${id}/decision`, { decision: 'approve' })
}

async function payout(it: Visit): Promise<void> {
  const { user, operator, server } = it
  it.plant('holder', CARD.holder)
  it.plant('branch address', CARD.address)
  it.plant('card number', CARD.number)
  it.plant('card number without spaces', CARD.number.replaceAll(' ', ''))
  const wrong = it.plant('card number that fails its check', '4539 5787 6362 1487')
  await user.command('/api/payout-account', { account: { ...CARD, number: wrong } })
  await server.owner.query('alter table payout_accounts add constraint c check (false) not valid')
  await user.command('/api/payout-account', { account: CARD })
  await server.owner.query('alter table payout_accounts drop constraint c')
  await user.command('/api/payout-account', { account: CARD })
  const iban = it.plant('IBAN proposed', 'DE89370400440532013000')
  const change = { account: ACCOUNT, why: 'The customer wrote to us' }
  await operator.post('/api/desk/payout-changes', {
    ...change,
    proposed: { ...CARD, number: iban },
  })
  await operator.post('/api/desk/payout-changes', {
    ...change,
    proposed: { ...CARD, number: iban },
  })
  const address = it.plant('currency address', 'TJRabPrwbZy45sbavfcjinPJC18kjpRTv8')
  const currency = { kind: 'currency_address', currency: 'USDT-TRC20', address }
  const { holder, nationality } = CARD
  await user.command('/api/payout-account', { account: { ...currency, holder, nationality } })
}

async function factors(it: Visit): Promise<string[]> {
  const { user, server } = it
  const password = it.password('login password')
  await user.post('/api/factors/totp', { password: it.password('wrong old password') })
  const started = await user.post('/api/factors/totp', { password })
  const key = it.plant('authenticator secret', startTotp.reply.parse(started.body).secret)
  it.plant('authenticator secret, its bytes', Buffer.from(Secret.fromBase32(key).bytes))
  await user.post('/api/factors/totp/confirm', { code: '000000' })
  const totp = new TOTP({ secret: Secret.fromBase32(key) })
  const code = totp.generate({ timestamp: server.clock.now() })
  const confirmed = await user.post('/api/factors/totp/confirm', { code })
  const { recoveryCodes } = confirmTotp.reply.parse(confirmed.body)
  for (const [i, each] of recoveryCodes.entries()) it.plant(`recovery code ${i + 1}`, each)
  await passkey(it, password)
  return recoveryCodes
}

async function passkey(it: Visit, password: string): Promise<void> {
  const origin = it.server.url.replace('127.0.0.1', 'localhost')
  const page = it.recorder(origin)
  for (const [name, value] of it.user.cookies) page.cookies.set(name, value)
  const offered = await page.post('/api/factors/passkeys/options', { password })
  const device = new SoftwareAuthenticator(origin)
  const answer = device.create(startPasskey.reply.parse(offered.body).options)
  it.plant('passkey attestation', String(answer.response['attestationObject']))
  await page.post('/api/factors/passkeys', { name: 'Phone', answer: { ...answer, id: 'junk' } })
  const again = await page.post('/api/factors/passkeys/options', { password })
  const second = device.create(startPasskey.reply.parse(again.body).options)
  await page.post('/api/factors/passkeys', { name: 'Phone', answer: second })
}

async function withdraw(it: Visit, [recovery = '']: string[]): Promise<void> {
  const { user, operator, server } = it
  const tradingPassword = it.password('trading password')
  const wrong = it.password('wrong trading password')
  const intent = { amount: '100', fee: '1', tradingPassword, proof: null }
  const proof = { kind: 'recovery', code: recovery }
  await user.command('/api/withdrawals', { ...intent, tradingPassword: wrong })
  await user.command('/api/withdrawals', intent)
  await user.command('/api/withdrawals', { ...intent, proof: { kind: 'totp', code: '000000' } })
  await server.owner.query('alter table withdrawals add constraint c check (false) not valid')
  await user.command('/api/withdrawals', { ...intent, proof })
  await server.owner.query('alter table withdrawals drop constraint c')
  await user.command('/api/withdrawals', { ...intent, proof })
  const key = randomUUID()
  await user.command('/api/withdrawals', { ...intent, proof }, key)
  await user.command('/api/withdrawals', { ...intent, amount: '101', proof }, key)
  const [made] = await server.owner.query<{ id: bigint }>('select max(id) as id from withdrawals')
  if (made?.id) await operator.get(`/api/desk/withdrawals/${made.id}`)
}

async function changePasswords(it: Visit): Promise<void> {
  const change = (kind: string, oldPassword: string, newPassword: string) =>
    it.user.post('/api/password', { kind, oldPassword, newPassword })
  const login = it.password('new login password')
  const trading = it.password('new trading password')
  await change('login', it.password('wrong old password'), login)
  await change('login', it.password('login password'), login)
  await change('trading', it.password('trading password'), trading)
  await it.user.ask('DELETE', '/api/session')
  await it.user.post('/api/session', { account: ACCOUNT, password: login })
  plantCookies(it, it.user, "user's later")
  await it.user.get('/api/everything')
}

async function seatOperator(it: Visit): Promise<void> {
  const { server, operator } = it
  const name = 'canary-operator'
  const password = it.password('operator password')
  const hasher = await createPasswordHasher({ memoryCost: 64, timeCost: 1 })
  await addOperator(server.owner, hasher, { name, password, atMs: server.clock.now() })
  const wrong = it.password('wrong operator password')
  await operator.post('/api/desk/session', { name, password: wrong })
  await operator.post('/api/desk/session', { name, password })
  plantCookies(it, operator, "operator's")
}

export async function canaryVisit(server: TestServer): Promise<CanaryVisit> {
  const it = new Visit(server)
  await register(it)
  await logIn(it)
  await seatOperator(it)
  await identity(it)
  await payout(it)
  await redeemFromFund(it, ACCOUNT)
  await withdraw(it, await factors(it))
  await changePasswords(it)
  const statuses = new Map<number, number>()
  for (const { status } of it.asked) statuses.set(status, (statuses.get(status) ?? 0) + 1)
  return { canaries: it.canaries, asked: it.asked, statuses }
}
