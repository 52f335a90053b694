/** Encrypts keys and photos in the format of age, for a passphrase or for recipients. */
import { Decrypter, Encrypter } from 'age-encryption'
import type { Through } from '#server/backup/pack.ts'
import { StartRefused } from '#server/platform/start-refused.ts'

/** Who can decrypt a backup: those who know the passphrase, or who have the identity of a recipient. */
export type Secret = { passphrase: string } | { recipients: readonly string[] }

/** Shorter ones could be guessed by a person who has the file. */
const PASSPHRASE_MIN = 12
const IDENTITY = /^AGE-SECRET-KEY-(PQ-)?1\S+$/

/** Encrypts what passes through. Throws `StartRefused` if the secret protects nothing. */
export function sealFor(secret: Secret): Through {
  const encrypter = new Encrypter()
  if ('passphrase' in secret) {
    if (secret.passphrase.length < PASSPHRASE_MIN) {
      throw new StartRefused(`The passphrase has fewer than ${PASSPHRASE_MIN} characters.`)
    }
    encrypter.setPassphrase(secret.passphrase)
  } else {
    for (const recipient of secret.recipients) {
      try {
        encrypter.addRecipient(recipient)
      } catch {
        throw new StartRefused(`${recipient} is not a recipient of age, such as age1….`)
      }
    }
  }
  return (bytes) => encrypter.encrypt(ReadableStream.from(bytes))
}

/** What decrypts a backup: the passphrase, or the text of a file with identities. */
export type Opener = { passphrase: string } | { identities: string }

/** Decrypts what passes through. Throws `StartRefused`, before any byte, if it is the wrong secret for `file`. */
export function openWith(opener: Opener, file: string): Through {
  const decrypter = new Decrypter()
  if ('passphrase' in opener) decrypter.addPassphrase(opener.passphrase)
  else {
    const lines = opener.identities.split('\n').map((line) => line.trim())
    const identities = lines.filter((line) => IDENTITY.test(line))
    if (identities.length === 0) {
      throw new StartRefused('The file of --identity has no line AGE-SECRET-KEY-1….')
    }
    for (const identity of identities) decrypter.addIdentity(identity)
  }
  return async (bytes) => {
    try {
      return await decrypter.decrypt(ReadableStream.from(bytes))
    } catch (cause) {
      const what = 'passphrase' in opener ? 'passphrase' : 'identity'
      throw new StartRefused(
        `This ${what} does not decrypt ${file}: give the one that the backup was made for.`,
        { cause },
      )
    }
  }
}
