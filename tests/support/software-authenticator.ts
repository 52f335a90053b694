/** A passkey in software: makes and answers what a phone would, so that the server's real verification runs. */
import { createHash, generateKeyPairSync, type KeyObject, randomBytes, sign } from 'node:crypto'
import { isoCBOR } from '@simplewebauthn/server/helpers'
import { z } from 'zod'

const creation = z.object({ challenge: z.string(), rp: z.object({ id: z.string() }) })
const request = z.object({
  challenge: z.string(),
  allowCredentials: z.array(z.object({ id: z.string() })),
})

const sha256 = (bytes: Buffer | string): Buffer => createHash('sha256').update(bytes).digest()
const USER_PRESENT = 0x01
const HAS_KEY = 0x40
const AAGUID_BYTES = 16

/** COSE's numbers: EC2 key, ES256, P-256. */
function coseKey(publicKey: KeyObject): Buffer {
  const { x = '', y = '' } = publicKey.export({ format: 'jwk' })
  const point = (text: string) => Uint8Array.from(Buffer.from(text, 'base64url'))
  return Buffer.from(
    isoCBOR.encode(
      new Map<number, number | Uint8Array>([
        [1, 2],
        [3, -7],
        [-1, 1],
        [-2, point(x)],
        [-3, point(y)],
      ]),
    ),
  )
}

export class SoftwareAuthenticator {
  readonly id = randomBytes(32)
  /** Grows with each use, as a device's would; a copy of the key would fall behind. */
  counter = 0
  /** Where the page that asks is. */
  origin: string
  readonly #keys = generateKeyPairSync('ec', { namedCurve: 'P-256' })

  constructor(origin: string) {
    this.origin = origin
  }

  get name(): string {
    return this.id.toString('base64url')
  }

  #clientData(type: string, challenge: string): Buffer {
    return Buffer.from(JSON.stringify({ type, challenge, origin: this.origin, crossOrigin: false }))
  }

  #authData(site: string, flags: number, rest: Buffer = Buffer.alloc(0)): Buffer {
    const counter = Buffer.alloc(4)
    counter.writeUInt32BE(this.counter)
    return Buffer.concat([sha256(site), Buffer.from([flags]), counter, rest])
  }

  #answer(response: Record<string, unknown>) {
    const id = this.name
    return { id, rawId: id, type: 'public-key', clientExtensionResults: {}, response }
  }

  /** What the browser sends after `navigator.credentials.create`. */
  create(options: unknown) {
    const { challenge, rp } = creation.parse(options)
    const length = Buffer.alloc(2)
    length.writeUInt16BE(this.id.length)
    const key = coseKey(this.#keys.publicKey)
    const credential = Buffer.concat([Buffer.alloc(AAGUID_BYTES), length, this.id, key])
    const authData = this.#authData(rp.id, USER_PRESENT | HAS_KEY, credential)
    const attestation = new Map<string, string | Map<string, string> | Uint8Array>([
      ['fmt', 'none'],
      ['attStmt', new Map()],
      ['authData', Uint8Array.from(authData)],
    ])
    return this.#answer({
      clientDataJSON: this.#clientData('webauthn.create', challenge).toString('base64url'),
      attestationObject: Buffer.from(isoCBOR.encode(attestation)).toString('base64url'),
      transports: ['internal'],
    })
  }

  /** What the browser sends after `navigator.credentials.get`. */
  get(options: unknown) {
    const { challenge, allowCredentials } = request.parse(options)
    if (!allowCredentials.some(({ id }) => id === this.name)) throw new Error('not asked for this')
    this.counter += 1
    const clientData = this.#clientData('webauthn.get', challenge)
    const authData = this.#authData(new URL(this.origin).hostname, USER_PRESENT)
    const signed = Buffer.concat([authData, sha256(clientData)])
    return this.#answer({
      clientDataJSON: clientData.toString('base64url'),
      authenticatorData: authData.toString('base64url'),
      signature: sign('sha256', signed, this.#keys.privateKey).toString('base64url'),
    })
  }
}
