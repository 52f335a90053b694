/** The platform functions that checking a receipt needs, implemented with Node's cryptography. */
import { createHash, createPublicKey, hash, verify } from 'node:crypto'
import { closeSync, constants, fstatSync, openSync, readFileSync } from 'node:fs'
import { setTimeout as pause } from 'node:timers/promises'
import type { z } from 'zod/mini'
import type { SettledReceipt } from '#contract/settlement-receipt.ts'
import type { SignedText } from '#contract/signed-text.ts'
import { type TickRecord, tickRecord } from '#contract/tick-log.ts'
import type { CheckTools } from '#rules/receipt-check.ts'
import { withExactSignatures } from '#rules/receipt-order.ts'
import { strictJson } from '#rules/strict-json.ts'
import { readFileText } from '../src/verify/read-file.ts'

export type PublicKeys = SettledReceipt['keys']

export const sha256 = (text: string): string => hash('sha256', text)

/** The first 16 hex digits of the SHA-256 of the key (SPKI DER); null when it is not an Ed25519 public key. */
export function keyIdOf(pem: string): string | null {
  try {
    const key = createPublicKey(pem)
    if (key.asymmetricKeyType !== 'ed25519') return null
    const der = key.export({ type: 'spki', format: 'der' })
    return createHash('sha256').update(der).digest('hex').slice(0, 16)
  } catch {
    return null
  }
}

/**
 * The text of a regular file. A pipe or a device could keep a command waiting for ever, so it is refused in words.
 */
export function readText(file: string): string {
  const descriptor = openSync(file, constants.O_RDONLY | constants.O_NONBLOCK)
  try {
    if (!fstatSync(descriptor).isFile()) throw new Error(`${file} is not a regular file`)
    return readFileSync(descriptor, 'utf8')
  } finally {
    closeSync(descriptor)
  }
}

/** The Ed25519 public keys in files: PEM, or replies of `/api/checkpoints`. Throws when a file has none. */
export const keysIn = (files: readonly string[]): PublicKeys =>
  files.flatMap((file) => {
    const read = readFileText(readText(file))
    const found = (read.kind === 'keys' ? read.publicKeys : []).flatMap((publicKey) => {
      const keyId = keyIdOf(publicKey)
      return keyId === null ? [] : [{ keyId, publicKey }]
    })
    if (found.length === 0) throw new Error(`${file}: an Ed25519 public key expected`)
    return found
  })

function holds({ text, signature, keyId }: SignedText, keys: PublicKeys): boolean {
  const key = keys.find((each) => each.keyId === keyId && keyIdOf(each.publicKey) === keyId)
  if (key === undefined) return false
  const bytes = Buffer.from(text, 'utf8')
  return verify(null, bytes, createPublicKey(key.publicKey), Buffer.from(signature, 'base64'))
}

/** How the SPKI of a key on P-256 starts, with the byte of a point that is not compressed. OpenSSL takes others too. */
const P256_HEAD = Buffer.from('3059301306072a8648ce3d020106082a8648ce3d03010703420004', 'hex')

function isSignedBy({ publicKey, text, signature }: Parameters<CheckTools['verifyDevice']>[0]) {
  try {
    const der = Buffer.from(publicKey, 'base64')
    if (!der.subarray(0, P256_HEAD.length).equals(P256_HEAD)) return false
    const key = createPublicKey({ key: der, format: 'der', type: 'spki' })
    const signed = Buffer.from(signature, 'base64')
    return verify('sha256', Buffer.from(text, 'utf8'), { key, dsaEncoding: 'ieee-p1363' }, signed)
  } catch {
    return false
  }
}

/** The tools for checking receipts. Only signatures by these keys are valid. */
export const toolsOf = (keys: PublicKeys): CheckTools =>
  withExactSignatures({
    sha256,
    sha256Bytes: (bytes) => hash('sha256', bytes, 'buffer'),
    verify: async (signed) => holds(signed, keys),
    verifyDevice: async (device) => isSignedBy(device),
  })

/** A JSON text as the schema reads it. Throws with `what` in words when it is something else. */
export function readAs<T>(schema: z.ZodMiniType<T>, text: string, what: string): T {
  const { data, success } = schema.safeParse(strictJson(text))
  if (!success) throw new Error(`${what} expected`)
  return data
}

const recordsIn = (lines: string): TickRecord[] =>
  lines
    .split('\n')
    .flatMap((line, n) =>
      line === '' ? [] : [readAs(tickRecord, line, `line ${n + 1}: a record of /api/ticks`)],
    )

/** How long to wait after `rate_limited` when the server does not say, in seconds. */
const PATIENCE_S = 5
const NEXT = /^<([^>]+)>; rel="next"$/

/** Downloads all pages, starting with the given one. The `Link` header of each page names the next. */
async function download(first: string): Promise<TickRecord[]> {
  const pages: TickRecord[][] = []
  for (let url: string | null = first; url !== null; ) {
    const answer: Response = await fetch(url)
    if (answer.status === 429) {
      await pause(1_000 * Number(answer.headers.get('retry-after') ?? PATIENCE_S))
      continue
    }
    if (!answer.ok) throw new Error(`${url} answered ${answer.status}`)
    pages.push(recordsIn(await answer.text()))
    const next = NEXT.exec(answer.headers.get('link') ?? '')?.[1]
    url = next === undefined ? null : new URL(next, url).href
  }
  return pages.flat()
}

/**
 * Reads a tick history from a file of lines as `/api/ticks/SYMBOL.ndjson` returns them, or from that address. A file
 * may contain several pages one after the other; an address is read to the last page. Throws when a line is not a
 * record.
 */
export const ticksOf = async (source: string): Promise<TickRecord[]> =>
  /^https?:/.test(source) ? download(source) : recordsIn(readText(source))
