/**
 * A checkpoint as a signed note (C2SP signed-note and tlog-checkpoint), the form that witnesses of transparency logs
 * read. It states the tree of all checkpoints. A witness adds a line with its own signature of the same text.
 */
import { sha256Bytes } from '#server/market/product-log.ts'

/** The state of the log: so many checkpoints, and the root of the tree over them (rules/growing-tree.ts), in hex. */
export interface NotedTree {
  /** The name of the log, without spaces, line breaks or `+`. */
  origin: string
  size: number
  root: string
}

export interface NoteKey {
  /** That of a log is its origin. */
  name: string
  /** The 32 bytes of the Ed25519 public key. */
  publicKey: Uint8Array
}

/** A signature of a note's text. */
export interface NoteSignature extends NoteKey {
  /** 64 bytes. */
  signature: Uint8Array
}

const ED25519 = 1
const KEY_ID_BYTES = 4

const base64 = (...parts: readonly Uint8Array[]): string => Buffer.concat(parts).toString('base64')
const KIND = Uint8Array.of(ED25519)

/** The text that is signed. It ends with a line break. */
export const noteText = ({ origin, size, root }: NotedTree): string =>
  `${origin}\n${size}\n${base64(Buffer.from(root, 'hex'))}\n`

/** The first 4 bytes of the SHA-256 of the name, a line break, the kind of signature and the key. */
const keyId = ({ name, publicKey }: NoteKey): Uint8Array =>
  sha256Bytes(Buffer.concat([Buffer.from(`${name}\n`), KIND, publicKey])).subarray(0, KEY_ID_BYTES)

/** The note: its text, an empty line, and a line for each signature. */
export const signedNote = (text: string, signatures: readonly NoteSignature[]): string =>
  [
    `${text}\n`,
    ...signatures.map((each) => `— ${each.name} ${base64(keyId(each), each.signature)}\n`),
  ].join('')

/** How a verifier names a key of a note: `NAME+KEYID+KEY`. */
export const noteVerifierKey = (key: NoteKey): string =>
  `${key.name}+${Buffer.from(keyId(key)).toString('hex')}+${base64(KIND, key.publicKey)}`
