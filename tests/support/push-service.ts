/** A browser with its push service, on loopback: it decrypts what is sent to it and checks who signed. */
import {
  createDecipheriv,
  createECDH,
  createPublicKey,
  type ECDH,
  hkdfSync,
  randomBytes,
  verify,
} from 'node:crypto'
import { once } from 'node:events'
import { createServer, type IncomingMessage, type Server } from 'node:http'
import { z } from 'zod'
import { type PushPayload, pushPayload } from '#contract/push.ts'

interface Pushed {
  payload: PushPayload
  headers: IncomingMessage['headers']
  /** Of the signature: whom it is for and who may be written to. */
  claims: { aud: string; sub: string; exp: number }
}

export interface PushService {
  origin: string
  pushed: Pushed[]
  /** Answers in turn; 201 when none is left. */
  answers: number[]
  asked: number
  subscription(name: string): { endpoint: string; keys: { p256dh: string; auth: string } }
  close(): Promise<void>
}

const claimsShape = z.object({ aud: z.string(), sub: z.string(), exp: z.number() })
const P256 = Buffer.from('3059301306072a8648ce3d020106082a8648ce3d030107034200', 'hex')

/** Throws unless the token is signed by the key beside it. */
function claimsOf(authorization: string): Pushed['claims'] {
  const [, token = '', key = ''] = /^vapid t=([^,]+), k=(.+)$/.exec(authorization) ?? []
  const [head = '', body = '', signature = ''] = token.split('.')
  const spki = Buffer.concat([P256, Buffer.from(key, 'base64url')])
  const publicKey = createPublicKey({ key: spki, format: 'der', type: 'spki' })
  const bytes = Buffer.from(signature, 'base64url')
  const signed = Buffer.from(`${head}.${body}`)
  if (!verify('sha256', signed, { key: publicKey, dsaEncoding: 'ieee-p1363' }, bytes)) {
    throw new Error('a push was not signed by the key it names')
  }
  return claimsShape.parse(JSON.parse(Buffer.from(body, 'base64url').toString()))
}

async function bodyOf(request: IncomingMessage): Promise<Buffer> {
  const parts: Buffer[] = []
  for await (const part of request) parts.push(Buffer.from(part))
  return Buffer.concat(parts)
}

interface Browser {
  keys: ECDH
  auth: Buffer
}

const derived = (of: { key: Buffer; salt: Buffer; info: Buffer; bytes: number }): Buffer =>
  Buffer.from(hkdfSync('sha256', of.key, of.salt, of.info, of.bytes))

/** RFC 8188 and 8291, written apart from the library that encrypts: one record, its delimiter 2. */
function opened(body: Buffer, { keys, auth }: Browser): string {
  const salt = body.subarray(0, 16)
  const sender = body.subarray(21, 21 + (body[20] ?? 0))
  const sealed = body.subarray(21 + sender.length)
  const info = Buffer.concat([Buffer.from('WebPush: info\0'), keys.getPublicKey(), sender])
  const key = derived({ key: keys.computeSecret(sender), salt: auth, info, bytes: 32 })
  const part = (name: string, bytes: number): Buffer =>
    derived({ key, salt, info: Buffer.from(`Content-Encoding: ${name}\0`), bytes })
  const cipher = createDecipheriv('aes-128-gcm', part('aes128gcm', 16), part('nonce', 12))
  cipher.setAuthTag(sealed.subarray(-16))
  const plain = Buffer.concat([cipher.update(sealed.subarray(0, -16)), cipher.final()])
  return plain.subarray(0, plain.lastIndexOf(2)).toString()
}

async function read(request: IncomingMessage, browser: Browser): Promise<Pushed> {
  const plain = opened(await bodyOf(request), browser)
  return {
    payload: pushPayload.parse(JSON.parse(plain)),
    headers: request.headers,
    claims: claimsOf(request.headers.authorization ?? ''),
  }
}

const portOf = (server: Server): number => {
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('no port')
  return address.port
}

export async function pushService(): Promise<PushService> {
  const browsers = new Map<string, Browser>()
  const server = createServer((request, reply) => {
    service.asked += 1
    const status = service.answers.shift() ?? 201
    const browser = browsers.get(request.url ?? '')
    if (browser === undefined || status !== 201) {
      reply
        .writeHead(status === 201 ? 404 : status, { location: `${service.origin}/elsewhere` })
        .end()
      return
    }
    read(request, browser).then(
      (pushed) => {
        service.pushed.push(pushed)
        reply.writeHead(201).end()
      },
      () => reply.writeHead(400).end(),
    )
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const service: PushService = {
    origin: `http://127.0.0.1:${portOf(server)}`,
    pushed: [],
    answers: [],
    asked: 0,
    subscription: (name) => {
      const keys = createECDH('prime256v1')
      keys.generateKeys()
      const auth = randomBytes(16)
      browsers.set(`/${name}`, { keys, auth })
      const p256dh = keys.getPublicKey().toString('base64url')
      return {
        endpoint: `${service.origin}/${name}`,
        keys: { p256dh, auth: auth.toString('base64url') },
      }
    },
    close: async () => {
      server.close()
      server.closeAllConnections()
      await once(server, 'close')
    },
  }
  return service
}
