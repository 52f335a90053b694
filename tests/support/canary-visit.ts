/** A user and an operator who do everything once wrong and once right, with secrets that are easy to find again. */
import { createHash, randomUUID } from 'node:crypto'
import { Secret, TOTP } from 'otpauth'
import sharp from 'sharp'
import { confirmTotp, startPasskey, startTotp } from '#contract/endpoints/security.ts'
import { dayOf } from '#rules/business-day.ts'
import type { Canary } from '#support/canary-search.ts'
import { userIdOf } from '#support/cashier-visit.ts'
import { addTestOperator, operatorLogIn, operatorSecret, wrongLogIn } from '#support/desk.ts'
import { addShares } from '#support/fund-room.ts'
import { addPhoto, makePhoto, newestVerification } from '#support/photos.ts'
import type { TestServer } from '#support/server.ts'
import { SoftwareAuthenticator } from '#support/software-authenticator.ts'
import { type Answer, type Ask, Visitor } from '#support/visitor.ts'

/** Remembers what was asked and answered. */
class Recorder extends Visitor {
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
  /** How often each status was answered, to see that every flow was refused and accepted. */
  statuses: Map<number, number>
}

class Visit {
  readonly canaries: Canary[] = []
  readonly asked: Recorder['asked'] = []
  readonly server: TestServer
  readonly user: Recorder
  readonly operator: Recorder
  readonly #seed: number

  constructor(server: TestServer, seed: number) {
    this.server = server
    this.#seed = seed
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
  secret(name: string): string {
    const digest = createHash('sha256').update(`${name} ${this.#seed}`).digest('hex')
    return `${name.replaceAll(' ', '-')}-${digest.slice(0, 18)}`
  }
  password(name: (typeof PASSWORDS)[number]): string {
    const known = this.canaries.find((canary) => canary.name === name)?.value
    return typeof known === 'string' ? known : this.plant(name, this.secret(name))
  }
  /** Makes every write to the table fail meanwhile, with an error whose message quotes the row. */
  async whileFailing(table: string, run: () => Promise<unknown>): Promise<void> {
    const { owner } = this.server
    await owner.query(`alter table ${table} add constraint c check (false) not valid`)
    await run()
    await owner.query(`alter table ${table} drop constraint c`)
  }
}

const ACCOUNT = 'canary_1'
const IDENTITY = { name: '欧阳金丝雀', nationality: 'CN', idNumber: '11010519491231002X' }
const CARD = {
  kind: 'bank_card',
  holder: IDENTITY.name,
  nationality: 'DE',
  bank: 'Example Bank',
  number: '4539 5787 6362 1486',
  address: 'Kanarienstrasse 47112',
}

async function register(visit: Visit): Promise<void> {
  const { user, server } = visit
  const phone = visit.plant('phone', '+8613987654321', false)
  const info = { account: ACCOUNT, phone, openingCode: server.openingCode }
  const refused = {
    password: visit.password('refused password'),
    tradingPassword: visit.password('refused trading password'),
  }
  await user.post('/api/registration', { ...info, ...refused, openingCode: '0000000000' })
  await user.post('/api/registration', { ...info, ...refused, phone: 'x' })
  const same = { password: refused.password, tradingPassword: refused.password }
  await user.post('/api/registration', { ...info, ...same })
  await visit.whileFailing('users', () => user.post('/api/registration', { ...info, ...refused }))
  const chosen = {
    password: visit.password('login password'),
    tradingPassword: visit.password('trading password'),
  }
  await user.post('/api/registration', { ...info, ...chosen })
}

function plantCookies(visit: Visit, of: Recorder, whose: string): void {
  for (const [name, value] of of.cookies) visit.plant(`${whose} ${name} cookie`, value)
}

async function logIn(visit: Visit): Promise<void> {
  const { user, server } = visit
  const account = ACCOUNT
  await user.post('/api/session', { account, password: visit.password('wrong login password') })
  await server.owner.query('alter table users rename column nickname to broken')
  await user.post('/api/session', { account, password: visit.password('login password') })
  await server.owner.query('alter table users rename column broken to nickname')
  const second = visit.recorder()
  for (const visitor of [user, second]) {
    await visitor.post('/api/session', { account, password: visit.password('login password') })
  }
  plantCookies(visit, user, "user's")
  plantCookies(visit, second, "second device's")
  await user.command('/api/practice-money', {})
}

async function photoOf(visit: Visit): Promise<Buffer> {
  const words = visit.plant('words inside the photo', visit.secret('EXIF'))
  const photo = await sharp(await makePhoto())
    .withExif({ IFD0: { Copyright: words } })
    .jpeg()
    .toBuffer()
  visit.plant('photo bytes as sent', photo.subarray(2_000, 2_048))
  return photo
}

async function identity(visit: Visit): Promise<void> {
  const { user, operator, server } = visit
  const photo = await photoOf(visit)
  const frontPhoto = await addPhoto(user, 'id_front', photo)
  const backPhoto = await addPhoto(user, 'id_back')
  const form = { ...IDENTITY, frontPhoto, backPhoto }
  visit.plant('name', form.name)
  visit.plant('ID number', form.idNumber)
  const wrong = visit.plant('ID number that fails its check', '110105194912310021')
  await user.command('/api/verification', { ...form, idNumber: wrong })
  await user.command('/api/verification', { ...form, frontPhoto: '999' })
  await visit.whileFailing('verifications', () => user.command('/api/verification', form))
  await user.command('/api/verification', form)
  const kept = await fetch(`${user.url}/api/photos/${frontPhoto}`, {
    headers: { cookie: user.cookieHeader },
  })
  visit.plant('photo bytes as kept', Buffer.from(await kept.arrayBuffer()).subarray(1_000, 1_048))
  const id = await newestVerification(server, ACCOUNT)
  await operator.get(`/api/desk/verifications/${id}`)
  await operator.get(`/api/desk/photos/${frontPhoto}`)
  await operator.post(`/api/desk/verifications/${id}/decision`, { decision: 'approve' })
}

async function payout(visit: Visit): Promise<void> {
  const { user, operator } = visit
  visit.plant('holder', CARD.holder)
  visit.plant('branch address', CARD.address)
  visit.plant('card number', CARD.number)
  visit.plant('card number without spaces', CARD.number.replaceAll(' ', ''))
  const wrong = visit.plant('card number that fails its check', '4539 5787 6362 1487')
  const tradingPassword = visit.password('trading password')
  const save = (account: object) =>
    user.command('/api/payout-account', { account, tradingPassword })
  await save({ ...CARD, number: wrong })
  const other = visit.plant('holder that is another person', 'Zsuzsanna Kanarienvogel')
  await save({ ...CARD, holder: other })
  const send = () => save(CARD)
  await visit.whileFailing('payout_accounts', send)
  await send()
  const iban = visit.plant('IBAN proposed', 'DE89370400440532013000')
  const change = { account: ACCOUNT, why: 'The customer wrote to us' }
  const proposal = { ...change, proposed: { ...CARD, number: iban } }
  for (let n = 0; n < 2; n++) await operator.post('/api/desk/payout-changes', proposal)
  const address = visit.plant('currency address', 'TJRabPrwbZy45sbavfcjinPJC18kjpRTv8')
  const currency = { kind: 'currency_address', currency: 'USDT-TRC20', address }
  const { holder, nationality } = CARD
  await save({ ...currency, holder, nationality })
}

async function factors(visit: Visit): Promise<string[]> {
  const { user, server } = visit
  const password = visit.password('login password')
  await user.post('/api/factors/totp', { password: visit.password('wrong old password') })
  const started = await user.post('/api/factors/totp', { password })
  const key = visit.plant('authenticator secret', startTotp.reply.parse(started.body).secret)
  visit.plant('authenticator secret, its bytes', Buffer.from(Secret.fromBase32(key).bytes))
  await user.post('/api/factors/totp/confirm', { code: '000000' })
  const totp = new TOTP({ secret: Secret.fromBase32(key) })
  const code = totp.generate({ timestamp: server.clock.now() })
  const confirmed = await user.post('/api/factors/totp/confirm', { code })
  const { recoveryCodes } = confirmTotp.reply.parse(confirmed.body)
  for (const [i, each] of recoveryCodes.entries()) visit.plant(`recovery code ${i + 1}`, each)
  await passkey(visit, password)
  return recoveryCodes
}

async function passkey(visit: Visit, password: string): Promise<void> {
  const origin = visit.server.url.replace('127.0.0.1', 'localhost')
  const page = visit.recorder(origin)
  for (const [name, value] of visit.user.cookies) page.cookies.set(name, value)
  const offered = await page.post('/api/factors/passkeys/options', { password })
  const device = new SoftwareAuthenticator(origin)
  const answer = device.create(startPasskey.reply.parse(offered.body).options)
  visit.plant('passkey attestation', String(answer.response['attestationObject']))
  await page.post('/api/factors/passkeys', { name: 'Phone', answer: { ...answer, id: 'junk' } })
  const again = await page.post('/api/factors/passkeys/options', { password })
  const second = device.create(startPasskey.reply.parse(again.body).options)
  await page.post('/api/factors/passkeys', { name: 'Phone', answer: second })
}

/** Fund withdrawals above the amount that needs no password, with wrong and right passwords. */
async function redeemFromFund(visit: Visit): Promise<void> {
  const { user, server } = visit
  const path = '/api/fund/redemptions'
  const tradingPassword = visit.password('trading password')
  const wrong = visit.password('wrong trading password at the fund')
  const at = server.clock.now()
  const userId = await userIdOf(server, ACCOUNT)
  await addShares(server.owner, { userId, amount: 500_000n, at })
  const wish = { amount: '1200', speed: 'instant', payDay: dayOf(at), tradingPassword }
  await user.command(path, { ...wish, tradingPassword: wrong })
  await user.command(path, { ...wish, tradingPassword: null })
  await user.command(path, { ...wish, payDay: '2020-01-01' })
  await visit.whileFailing('fund_redemptions', () => user.command(path, wish))
  const key = randomUUID()
  await user.command(path, wish, key)
  await user.command(path, { ...wish, amount: '1201' }, key)
  await user.get(path)
}

async function withdraw(visit: Visit, [recovery = '']: string[]): Promise<void> {
  const { user, operator, server } = visit
  const tradingPassword = visit.password('trading password')
  const wrong = visit.password('wrong trading password')
  const intent = { amount: '100', fee: '1', tradingPassword, proof: null }
  const proof = { kind: 'recovery', code: recovery }
  await user.command('/api/withdrawals', { ...intent, tradingPassword: wrong })
  await user.command('/api/withdrawals', intent)
  await user.command('/api/withdrawals', { ...intent, proof: { kind: 'totp', code: '000000' } })
  const send = () => user.command('/api/withdrawals', { ...intent, proof })
  await visit.whileFailing('withdrawals', send)
  await send()
  const key = randomUUID()
  await user.command('/api/withdrawals', { ...intent, proof }, key)
  await user.command('/api/withdrawals', { ...intent, amount: '101', proof }, key)
  const [made] = await server.owner.query<{ id: bigint }>('select max(id) as id from withdrawals')
  if (made?.id) await operator.get(`/api/desk/withdrawals/${made.id}`)
}

async function changePasswords(visit: Visit, codes: string[]): Promise<void> {
  const proofs = codes.map((code) => ({ kind: 'recovery', code }))
  const change = (kind: string, oldPassword: string, newPassword: string) =>
    visit.user.post('/api/password', { kind, oldPassword, newPassword, proof: proofs.pop() })
  const login = visit.password('new login password')
  const trading = visit.password('new trading password')
  await change('login', visit.password('wrong old password'), login)
  await change('login', visit.password('login password'), login)
  await change('trading', visit.password('trading password'), trading)
  await visit.user.ask('DELETE', '/api/session')
  await visit.user.post('/api/session', { account: ACCOUNT, password: login })
  await visit.user.post('/api/session', { account: ACCOUNT, password: login, proof: proofs.pop() })
  plantCookies(visit, visit.user, "user's later")
  await visit.user.get('/api/everything')
}

async function seatOperator(visit: Visit): Promise<void> {
  const { server, operator } = visit
  const name = 'canary-operator'
  const password = visit.password('operator password')
  await addTestOperator(server, name, password)
  const secret = operatorSecret(server, name)
  visit.plant("operator's authenticator secret", secret)
  visit.plant(
    "operator's authenticator secret as bytes",
    Buffer.from(Secret.fromBase32(secret).bytes),
  )
  const wrong = visit.password('wrong operator password')
  await operator.post('/api/desk/session', wrongLogIn(name, wrong))
  await operator.post('/api/desk/session', operatorLogIn(server, name, password))
  plantCookies(visit, operator, "operator's")
}

export async function canaryVisit(server: TestServer, seed: number): Promise<CanaryVisit> {
  const visit = new Visit(server, seed)
  await register(visit)
  await logIn(visit)
  await seatOperator(visit)
  await identity(visit)
  await payout(visit)
  await redeemFromFund(visit)
  const codes = await factors(visit)
  await withdraw(visit, codes)
  await changePasswords(visit, codes.slice(1))
  const statuses = new Map<number, number>()
  for (const { status } of visit.asked) statuses.set(status, (statuses.get(status) ?? 0) + 1)
  return { canaries: visit.canaries, asked: visit.asked, statuses }
}
