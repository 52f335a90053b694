/** Photos as a phone takes them, and the way they go to a server. */
import { randomUUID } from 'node:crypto'
import sharp from 'sharp'
import { uploadPhoto } from '#contract/endpoints/verification.ts'
import type { PhotoPurpose } from '#contract/verification.ts'
import type { TestServer } from '#support/server.ts'
import type { Answer, Visitor } from '#support/visitor.ts'

export interface PhotoOptions {
  width?: number
  height?: number
  format?: 'jpeg' | 'png' | 'webp'
}

/** A card with noise on it, so that it weighs something. */
export async function makePhoto(options: PhotoOptions = {}): Promise<Buffer> {
  const { width = 640, height = 400, format = 'jpeg' } = options
  const noise = { type: 'gaussian', mean: 150, sigma: 40 } as const
  const base = { width, height, channels: 3, background: '#357', noise } as const
  return sharp({ create: base }).toFormat(format).toBuffer()
}

export async function sendBytes(
  visitor: Visitor,
  path: string,
  bytes: Uint8Array,
  type = 'image/jpeg',
): Promise<Answer> {
  const response = await fetch(`${visitor.url}${path}`, {
    method: 'POST',
    headers: { cookie: visitor.cookieHeader, origin: visitor.url, 'content-type': type },
    body: new Uint8Array(bytes),
  })
  const text = await response.text()
  const { status, headers } = response
  return { status, headers, text, body: text === '' ? null : JSON.parse(text) }
}

export const sendPhoto = (
  visitor: Visitor,
  purpose: PhotoPurpose,
  bytes: Uint8Array,
  type?: string,
): Promise<Answer> => sendBytes(visitor, `/api/photos?purpose=${purpose}`, bytes, type)

/** Sends a photo and gives its number. The default is small, because the server encodes every pixel again. */
export async function addPhoto(
  visitor: Visitor,
  purpose: PhotoPurpose,
  bytes?: Uint8Array,
): Promise<string> {
  const answer = await sendPhoto(
    visitor,
    purpose,
    bytes ?? (await makePhoto({ width: 64, height: 40 })),
  )
  if (answer.status !== 200) throw new Error(`photo: ${answer.status} ${answer.text}`)
  return uploadPhoto.reply.parse(answer.body).id
}

/** The example of GB 11643-1999. */
export const CHINESE_ID = '11010519491231002X'
export const CHINESE_NAME = '张小明'

export async function verificationForm(visitor: Visitor, changes: object = {}) {
  return {
    name: CHINESE_NAME,
    nationality: 'CN',
    idNumber: CHINESE_ID,
    frontPhoto: await addPhoto(visitor, 'id_front'),
    backPhoto: await addPhoto(visitor, 'id_back'),
    ...changes,
  }
}

export async function submitIdentity(visitor: Visitor, changes: object = {}): Promise<Answer> {
  const form = await verificationForm(visitor, changes)
  return visitor.command('/api/verification', form, randomUUID())
}

export async function newestVerification(
  its: Pick<TestServer, 'owner'>,
  account: string,
): Promise<bigint> {
  const [row] = await its.owner.query<{ id: bigint }>(
    `select max(v.id) as id from verifications v join users u on u.id = v.user_id
      where u.account = $1`,
    [account],
  )
  if (row === undefined) throw new Error(`${account} sent nothing in`)
  return row.id
}
