import { HOUR_MS } from '#contract/time.ts'
import { randomUUID } from 'node:crypto'
import { readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { connect } from 'node:net'
import { join } from 'node:path'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { deletePhotos, uploadPhoto } from '#contract/endpoints/verification.ts'
import { problem } from '#contract/errors.ts'
import { profile } from '#contract/profile.ts'
import {
  PHOTO_MAX_BYTES,
  PHOTO_ORPHAN_MS,
  PHOTO_RETENTION_MS,
  verification,
} from '#contract/verification.ts'
import type { MarketClock } from '#server/platform/clock.ts'
import { createLogger } from '#server/platform/logging.ts'
import { readDeletion } from '#rules/deletion.ts'
import { openVault } from '#server/platform/vault.ts'
import { openIdentity } from '#server/profile/verification.ts'
import type { VerificationRow } from '#server/profile/profile-store.ts'
import {
  addPhoto,
  CHINESE_ID,
  CHINESE_NAME,
  makePhoto,
  newestVerification,
  sendBytes,
  sendPhoto,
  submitIdentity,
  verificationForm,
} from '#support/photos.ts'
import type { Move } from '#server/documents/move.ts'
import { logInOperator } from '#support/desk.ts'
import { documentsOn } from '#support/documents.ts'
import { seatOperator } from '#support/seats.ts'
import { type TestServer, type TestUser, testServer } from '#support/server.ts'
import { openPage } from '#support/socket-page.ts'
import { until } from '#support/until.ts'
import { saidBy, type Answer, type Visitor } from '#support/visitor.ts'

let now = 1_800_000_000_000
const sweeps: (() => void)[] = []
const clock: MarketClock = {
  now: () => now,
  at: () => () => undefined,
  every: (_period, run) => {
    sweeps.push(run)
    return () => undefined
  },
}
let its: TestServer
const lines: string[] = []
beforeAll(async () => {
  const log = createLogger('error', { write: (line: string) => void lines.push(line) })
  its = await testServer({ clock, log, config: { practice: false } })
})
afterAll(() => its.close())

const codeOf = (answer: Answer): string => problem.parse(answer.body).code
const currentOf = (visitor: Visitor) => visitor.read(verification, '/api/verification')
const photosFolder = (): string => {
  const folder = join(its.config.dataFolder, 'photos')
  const [epoch = ''] = readdirSync(folder)
  return join(folder, epoch)
}
const fileOf = (id: string): string => join(photosFolder(), `${id}.sealed`)
const files = (): string[] => readdirSync(photosFolder())
const filesOf = (ids: readonly string[]): string[] =>
  ids.filter((id) => files().includes(`${id}.sealed`))

const rung: string[] = []
const deskChanges = { changed: () => void rung.push('rung') }
async function decide(
  account: string,
  changes: Partial<Move<'verification'>> = {},
): Promise<VerificationRow> {
  const actor = await seatOperator(its.owner, 'first-operator', now)
  const approval = { step: 'approve', actor } as const
  const id = await newestVerification(its, account)
  const documents = documentsOn({ db: its.db, hub: its.app.hub, deskChanges, clock })
  return documents.move('verification', { id, ...approval, ...changes })
}
const reject = (account: string) => decide(account, { step: 'reject', reason: 'photo_unreadable' })

async function sent(): Promise<TestUser & { front: string; back: string }> {
  const user = await its.registerUser()
  const form = await verificationForm(user.visitor)
  const answer = await user.visitor.command('/api/verification', form)
  expect(answer.status).toBe(200)
  return { ...user, front: form.frontPhoto, back: form.backPhoto }
}

describe('sending a photo', () => {
  it.each(['jpeg', 'png', 'webp'] as const)('takes a %s and keeps a picture', async (format) => {
    const { visitor } = await its.registerUser()
    const bytes = await makePhoto({ format, width: 2100, height: 1050 })
    // Whatever the header claims.
    const answer = await sendPhoto(visitor, 'id_front', bytes, 'image/png')
    const { id, ...size } = uploadPhoto.reply.parse(answer.body)
    expect(size).toMatchObject({ width: 2000, height: 1000 })
    const kept = await fetch(`${its.url}/api/photos/${id}`, {
      headers: { cookie: visitor.cookieHeader },
    })
    const webp = Buffer.from(await kept.arrayBuffer())
    expect(webp.length).toBe(size.bytes)
    expect(await sharp(webp).metadata()).toMatchObject({ format: 'webp', width: 2000 })
    expect(Object.fromEntries(kept.headers)).toMatchObject({
      'content-type': 'image/webp',
      'cache-control': 'no-store',
      'x-content-type-options': 'nosniff',
      'content-disposition': 'inline; filename="photo.webp"',
      'content-security-policy': "default-src 'none'; sandbox; frame-ancestors 'none'",
    })
  })

  it('turns the picture upright and leaves place, camera and profile behind', async () => {
    const { visitor } = await its.registerUser()
    const bytes = await sharp(await makePhoto({ width: 300, height: 200 }))
      .withExif({
        IFD0: { Make: 'Camera', Orientation: '6' },
        IFD3: { GPSLatitudeRef: 'N', GPSLatitude: '52/1 31/1 0/1' },
      })
      .withIccProfile('p3')
      .jpeg()
      .toBuffer()
    const turned = await sharp(bytes).withMetadata({ orientation: 6 }).toBuffer()
    expect(await sharp(turned).metadata()).toMatchObject({ orientation: 6, width: 300 })
    const answer = await sendPhoto(visitor, 'id_back', turned)
    const { id, width, height } = uploadPhoto.reply.parse(answer.body)
    expect([width, height]).toEqual([200, 300])
    const kept = await fetch(`${its.url}/api/photos/${id}`, {
      headers: { cookie: visitor.cookieHeader },
    })
    const webp = Buffer.from(await kept.arrayBuffer())
    const { exif, icc, xmp, orientation } = await sharp(webp).metadata()
    expect([exif, icc, xmp, orientation]).toEqual([undefined, undefined, undefined, undefined])
    expect(webp.includes('EXIF') || webp.includes('ICCP') || webp.includes('Camera')).toBe(false)
  })

  it('refuses what is none of the three kinds, whatever it is called', async () => {
    const { visitor } = await its.registerUser()
    const svg = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"/>')
    const gif = await sharp(await makePhoto())
      .gif()
      .toBuffer()
    for (const bytes of [svg, gif, Buffer.from('MZ'), Buffer.alloc(0)]) {
      const answer = await sendPhoto(visitor, 'id_front', bytes, 'image/jpeg')
      expect([answer.status, codeOf(answer)]).toEqual([415, 'photo_unsupported'])
    }
    for (const type of ['application/json', 'image/svg+xml', 'multipart/form-data; boundary=x']) {
      const answer = await sendPhoto(visitor, 'id_front', Buffer.from('{}'), type)
      expect([type, answer.status, codeOf(answer)]).toEqual([type, 415, 'photo_unsupported'])
    }
  })

  it('refuses broken ones, too many pixels by the header alone, and too many bytes', async () => {
    const { visitor } = await its.registerUser()
    const whole = await makePhoto()
    const broken = await sendPhoto(visitor, 'id_front', whole.subarray(0, whole.length / 2))
    expect([broken.status, codeOf(broken)]).toEqual([422, 'photo_unreadable'])
    const bomb = await makePhoto({ format: 'png', width: 40, height: 40 })
    bomb.writeUInt32BE(60_000, 16)
    bomb.writeUInt32BE(60_000, 20)
    const large = await sendPhoto(visitor, 'id_front', bomb)
    expect([large.status, problem.parse(large.body)]).toMatchObject([
      413,
      { code: 'photo_too_large', params: { limit: '12 MP' } },
    ])
    const heavy = await sendPhoto(visitor, 'id_front', Buffer.alloc(PHOTO_MAX_BYTES + 1, 0xff))
    expect([heavy.status, problem.parse(heavy.body)]).toMatchObject([
      413,
      { code: 'photo_too_large', params: { limit: '8 MiB' } },
    ])
  })

  it('lets two photos of one user arrive at once, and no more; a broken-off one gives way', async () => {
    const { visitor } = await its.registerUser()
    const { port } = new URL(its.url)
    const slow = [1, 2].map(() => {
      const socket = connect(Number(port), '127.0.0.1')
      socket.write(
        `POST /api/photos?purpose=id_front HTTP/1.1\r\nhost: 127.0.0.1:${port}\r\n` +
          `origin: ${its.url}\r\ncookie: ${visitor.cookieHeader}\r\n` +
          'content-type: image/jpeg\r\ncontent-length: 900\r\n\r\nfirst bytes',
      )
      return socket
    })
    const photo = await makePhoto()
    const tried = async (): Promise<number> => (await sendPhoto(visitor, 'id_front', photo)).status
    await until('a refusal', async () => (await tried()) === 503)
    const other = await its.registerUser()
    expect((await sendPhoto(other.visitor, 'id_front', photo)).status).toBe(200)
    for (const socket of slow) socket.destroy()
    await until('room again', async () => (await tried()) === 200)
  })

  it('refuses a stranger before reading the photo', async () => {
    const { port } = new URL(its.url)
    const socket = connect(Number(port), '127.0.0.1')
    socket.write(
      `POST /api/photos?purpose=id_front HTTP/1.1\r\nhost: 127.0.0.1:${port}\r\n` +
        `origin: ${its.url}\r\ncontent-type: image/jpeg\r\ncontent-length: ${PHOTO_MAX_BYTES}\r\n\r\n`,
    )
    // Not one byte of the photo is sent, and the answer is there.
    const answer = await new Promise<string>((resolve) =>
      socket.once('data', (data) => resolve(data.toString())),
    )
    socket.destroy()
    expect(answer).toMatch(/^HTTP\/1\.1 401 /)
    expect(answer).toContain('not_logged_in')
  })

  it('keeps bytes out of all other endpoints', async () => {
    const { visitor } = await its.registerUser()
    const answer = await sendBytes(
      visitor,
      '/api/practice-money',
      await makePhoto({ width: 90, height: 90 }),
    )
    expect(answer.status).toBe(400)
    const long = await sendBytes(visitor, '/api/practice-money', Buffer.alloc(70_000, 1))
    expect(long.status).toBe(413)
  })

  it('keeps the newest three of a kind that no form named', async () => {
    const { visitor } = await its.registerUser()
    const ids: string[] = []
    for (let i = 0; i < 5; i++) ids.push(await addPhoto(visitor, 'id_front'))
    const other = await addPhoto(visitor, 'id_back')
    expect(filesOf([...ids, other])).toEqual([...ids.slice(2), other])
    expect((await visitor.get(`/api/photos/${ids[0]}`)).status).toBe(404)
  })
})

describe('what lies on disk and in the database', () => {
  it('is sealed: no picture in the file, no name and no number in any row', async () => {
    const { front, account } = await sent()
    const file = readFileSync(fileOf(front))
    expect(file.includes('WEBP') || file.includes('RIFF')).toBe(false)
    expect(statSync(fileOf(front)).mode & 0o777).toBe(0o600)
    expect(statSync(photosFolder()).mode & 0o777).toBe(0o700)
    const [row] = await its.owner.query<VerificationRow>(
      'select v.* from verifications v join users u on u.id = v.user_id where u.account = $1',
      [account],
    )
    if (row === undefined) throw new Error('nothing sent in')
    expect([row.name_mask, row.id_number_mask]).toEqual(['张**', '•••• 002X'])
    const text = await its.owner.query<{ row: string }>(
      `select v::text as row from verifications v union all select i::text from idempotency i
        union all select encode(name_sealed || id_number_sealed, 'escape') from verifications
        union all select o::text from outbox o`,
    )
    for (const { row: stored } of text) {
      expect(stored).not.toContain(CHINESE_ID)
      expect(stored).not.toContain(CHINESE_NAME)
      expect(stored).not.toContain(Buffer.from(CHINESE_ID).toString('hex'))
    }
    const vault = await openVault(its.config.dataFolder)
    expect(await openIdentity(its.db, vault, row)).toEqual({
      name: CHINESE_NAME,
      idNumber: CHINESE_ID,
    })
  })

  it('is called changed when files were exchanged, cut or altered, for the user and at the desk', async () => {
    const [one, other] = [await sent(), await sent()]
    const desk = await logInOperator(its, 'photo-desk')
    const originals = new Map(
      [one.front, one.back, other.front].map((id) => [id, readFileSync(fileOf(id))]),
    )
    const bytesOf = (id: string): Buffer => originals.get(id) ?? Buffer.alloc(0)
    const altered = Buffer.from(bytesOf(one.front))
    altered[40] = (altered[40] ?? 0) ^ 1
    const [front, back, foreign] = [bytesOf(one.front), bytesOf(one.back), bytesOf(other.front)]
    for (const bytes of [back, foreign, altered, front.subarray(0, 20), Buffer.alloc(0)]) {
      writeFileSync(fileOf(one.front), bytes)
      lines.length = 0
      for (const [who, path] of [
        [one.visitor, `/api/photos/${one.front}`],
        [desk, `/api/desk/photos/${one.front}`],
      ] as const) {
        const answer = await who.get(path)
        expect([path, answer.status, codeOf(answer)]).toEqual([path, 409, 'photo_tampered'])
      }
      expect(lines.filter((line) => line.includes(`"photo":"${one.front}"`))).toHaveLength(2)
    }
    writeFileSync(fileOf(one.front), front)
    expect((await one.visitor.get(`/api/photos/${one.front}`)).status).toBe(200)
  })

  it('opens photos of earlier versions, which have no label', async () => {
    const { visitor, front } = await sent()
    const vault = await openVault(its.config.dataFolder)
    const [row] = await its.owner.query<{ key_id: bigint }>(
      'select key_id from photos where id = $1',
      [front],
    )
    if (row === undefined) throw new Error('no photo')
    const plain = await vault.open(its.db, row.key_id, readFileSync(fileOf(front)))
    const bare = plain?.subarray(plain.indexOf('RIFF')) ?? Buffer.alloc(0)
    writeFileSync(fileOf(front), await vault.seal(its.db, row.key_id, bare))
    expect((await visitor.get(`/api/photos/${front}`)).status).toBe(200)
  })

  it('loses at a start the files that no row knows, and keeps the others', async () => {
    const { front, visitor } = await sent()
    writeFileSync(fileOf('999999'), 'left by a crash')
    writeFileSync(join(photosFolder(), '7.abc.draft'), 'half')
    await its.restart()
    expect(files()).not.toContain('999999.sealed')
    expect(files()).not.toContain('7.abc.draft')
    expect((await visitor.get(`/api/photos/${front}`)).status).toBe(200)
  })
})

describe('sending an identity in', () => {
  it('shows it under review at once, masked, and streams it', async () => {
    const { visitor } = await its.registerUser()
    expect(await currentOf(visitor)).toMatchObject({ status: 'none', photosUntil: null })
    const page = await openPage(its.url, { cookie: visitor.cookieHeader, origin: its.url })
    await page.watch('profile')
    const answer = await submitIdentity(visitor)
    const masked = { name: '张**', nationality: 'CN', idNumber: '•••• 002X' }
    expect(verification.parse(answer.body)).toMatchObject({ status: 'verifying', ...masked })
    expect(await currentOf(visitor)).toEqual(verification.parse(answer.body))
    const pushed = await until('the profile', () =>
      page.of('profile').find(([, , , kind]) => kind === 'delta'),
    )
    expect(profile.parse(pushed[5]).verification).toMatchObject({ status: 'verifying', ...masked })
    page.close()
  })

  it('answers a repeated key with the same bytes and makes one verification', async () => {
    const { visitor, account } = await its.registerUser()
    const form = await verificationForm(visitor)
    const key = randomUUID()
    const tries = [1, 2, 3].map(() => visitor.command('/api/verification', form, key))
    const texts = (await Promise.all(tries)).map(({ status, text }) => `${status} ${text}`)
    expect(new Set(texts).size).toBe(1)
    const rows = await its.owner.query(
      'select 1 from verifications v join users u on u.id = v.user_id where u.account = $1',
      [account],
    )
    expect(rows).toHaveLength(1)
  })

  it('lets exactly one of two at once win', async () => {
    const { visitor } = await its.registerUser()
    const forms = [await verificationForm(visitor), await verificationForm(visitor)]
    const answers = await Promise.all(
      forms.map((form) => visitor.command('/api/verification', form)),
    )
    expect(answers.map(({ status }) => status).sort((a, b) => a - b)).toEqual([200, 409])
    const lost = answers.find(({ status }) => status === 409)
    expect(lost && codeOf(lost)).toBe('verification_pending')
  })

  it.each([
    [{ name: 'X' }, 'name', 'too_short'],
    [{ name: '王小明李大国' }, 'name', 'too_long'],
    [{ idNumber: '110105194912310021' }, 'idNumber', 'checksum'],
    [{ idNumber: '110105194913310026' }, 'idNumber', 'date'],
    [{ nationality: 'TW', name: '王小明' }, 'idNumber', 'format'],
  ])('says what is wrong with %j', async (changes, path, code) => {
    const { visitor } = await its.registerUser()
    const answer = await submitIdentity(visitor, changes)
    expect(problem.parse(answer.body)).toMatchObject({ status: 400, issues: [{ path, code }] })
  })

  it("refuses photos that are somebody else's, of the other side, used, or not there", async () => {
    const other = await its.registerUser()
    const theirs = await addPhoto(other.visitor, 'id_front')
    const { visitor } = await its.registerUser()
    const swapped = await addPhoto(visitor, 'id_back')
    for (const frontPhoto of [theirs, swapped, '424242', '9999999999999999999']) {
      const answer = await submitIdentity(visitor, { frontPhoto })
      expect([answer.status, codeOf(answer)]).toEqual([422, 'photo_unknown'])
    }
    expect((await other.visitor.get(`/api/photos/${theirs}`)).status).toBe(200)
  })
})

describe('the review', () => {
  it('approves: message, profile, log and the date until which photos are kept', async () => {
    const { visitor, account, front } = await sent()
    const row = await decide(account)
    expect(row.status).toBe('verified')
    expect(await currentOf(visitor)).toMatchObject({
      status: 'verified',
      reviewer: 'first-operator',
      reason: null,
      decidedAt: now,
      photosUntil: now + PHOTO_RETENTION_MS,
    })
    const [message] = await its.owner.query(
      'select kind, params from messages where user_id = $1 order by id desc limit 1',
      [row.user_id],
    )
    expect(message).toEqual({ kind: 'verification_verified', params: {} })
    const [act] = await its.owner.query(
      'select actor, act, user_id, ref from operator_log order by seq desc limit 1',
    )
    expect(act).toEqual({
      actor: 'first-operator',
      act: 'verification_approve',
      user_id: row.user_id,
      ref: row.id.toString(),
    })
    expect(rung.length).toBeGreaterThan(0)
    expect((await visitor.get(`/api/photos/${front}`)).status).toBe(200)
    expect(codeOf(await submitIdentity(visitor))).toBe('already_verified')
  })

  it('rejects with a reason, and lets the user send it in again', async () => {
    const { visitor, account } = await sent()
    expect(codeOf(await submitIdentity(visitor))).toBe('verification_pending')
    await reject(account)
    expect(await currentOf(visitor)).toMatchObject({
      status: 'rejected',
      reason: 'photo_unreadable',
      reviewer: 'first-operator',
    })
    expect((await submitIdentity(visitor)).status).toBe(200)
    expect(await currentOf(visitor)).toMatchObject({ status: 'verifying', reason: null })
  })

  it('lets exactly one of several reviewers decide', async () => {
    const { account } = await sent()
    const acts = await Promise.allSettled([decide(account), reject(account), decide(account)])
    expect(acts.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
    for (const act of acts) {
      if (act.status === 'rejected') expect(act.reason).toMatchObject({ code: 'document_moved_on' })
    }
    await expect(decide(account, { id: 424_242n })).rejects.toMatchObject({ code: 'not_found' })
  })
})

describe('who may see', () => {
  it("makes other people's photos look like ones that are not there", async () => {
    const { front } = await sent()
    const stranger = await its.registerUser()
    const theirs = await stranger.visitor.get(`/api/photos/${front}`)
    const nobodys = await stranger.visitor.get('/api/photos/424242')
    expect(theirs.status).toBe(404)
    expect(saidBy(theirs)).toBe(saidBy(nobodys))
    expect((await its.visitor().get(`/api/photos/${front}`)).status).toBe(401)
    expect(await currentOf(stranger.visitor)).toMatchObject({ status: 'none', name: null })
    const mine = await stranger.visitor.ask('DELETE', '/api/verification/photos')
    expect(mine.status).toBe(200)
    expect(filesOf([front])).toEqual([front])
  })
})

describe('the end of photos', () => {
  it('comes when the user says so, once decided: rows, files and key are gone', async () => {
    const { visitor, account, front, back } = await sent()
    const remove = () => visitor.ask('DELETE', '/api/verification/photos')
    expect(codeOf(await remove())).toBe('verification_pending')
    const copy = readFileSync(fileOf(front))
    const row = await decide(account)
    const done = await remove()
    const { deletedAt, statement } = deletePhotos.reply.parse(done.body)
    expect([done.status, deletedAt]).toEqual([200, now])
    expect(readDeletion(statement?.text ?? '')).toMatchObject({
      atMs: now,
      photos: [{ id: BigInt(front) }, { id: BigInt(back) }],
    })
    expect(filesOf([front, back])).toEqual([])
    expect((await visitor.get(`/api/photos/${front}`)).status).toBe(404)
    expect(await currentOf(visitor)).toMatchObject({ status: 'verified', photosUntil: null })
    const [photo] = await its.owner.query<{ key_id: bigint }>(
      'select key_id from photos where id = $1',
      [row.front_photo],
    )
    const vault = await openVault(its.config.dataFolder)
    expect(await vault.open(its.db, photo?.key_id ?? 0n, copy)).toBeNull()
    // Names and numbers have a key of their own: the review stays what it was.
    expect(await openIdentity(its.db, vault, row)).toMatchObject({ name: CHINESE_NAME })
    expect((await remove()).body).toEqual({ deletedAt: now, statement: null })
  })

  it('comes by itself: unclaimed after a day, decided after the retention', async () => {
    const { visitor, account, front, back } = await sent()
    await decide(account)
    const loose = await addPhoto(visitor, 'id_front')
    const proof = await addPhoto(visitor, 'deposit_proof')
    const sweep = async (gone: readonly string[]): Promise<void> => {
      for (const run of sweeps) run()
      await until('the sweep', () => filesOf(gone).length === 0 || undefined)
    }
    now += PHOTO_ORPHAN_MS - HOUR_MS
    for (const run of sweeps) run()
    now += HOUR_MS
    await sweep([loose, proof])
    expect(filesOf([front, back])).toEqual([front, back])
    now += PHOTO_RETENTION_MS
    await sweep([front, back])
    // By then the session is over too: the rows say it.
    const rows = await its.owner.query(
      'select 1 from photos where deleted_at is null and id = $1',
      [front],
    )
    expect(rows).toEqual([])
  })
})
