/** Passkeys (WebAuthn): making one on this site, and proving that one is there; verified by @simplewebauthn/server. */
import {
  generateAuthenticationOptions,
  generateRegistrationOptions,
  type VerifiedAuthenticationResponse,
  type VerifiedRegistrationResponse,
  verifyAuthenticationResponse,
  verifyRegistrationResponse,
} from '@simplewebauthn/server'
import { COSEALG } from '@simplewebauthn/server/helpers'
import { z } from 'zod'
import type { PasskeyRow } from '#server/identity/passkey-store.ts'

export const CHALLENGE_LIFE_MS = 5 * 60_000
const SITE_NAME = 'Fairtick'
/** Said, so that the library does not try what the runtime calls experimental. */
const supportedAlgorithmIDs = [COSEALG.EdDSA, COSEALG.ES256, COSEALG.RS256]

const base64url = z.string().regex(/^[\w-]+$/)
const common = {
  id: base64url,
  rawId: base64url,
  type: z.literal('public-key'),
  clientExtensionResults: z.record(z.string(), z.unknown()).default({}),
}
const made = z.object({
  ...common,
  response: z.object({
    clientDataJSON: base64url,
    attestationObject: base64url,
    transports: z
      .array(z.string().regex(/^[a-z-]{1,20}$/))
      .max(10)
      .default([]),
  }),
})
const answered = z.object({
  ...common,
  response: z.object({
    clientDataJSON: base64url,
    authenticatorData: base64url,
    signature: base64url,
  }),
})

/** The host that a passkey of this origin belongs to: the WebAuthn RP ID. */
export const siteOf = (origin: string): string => new URL(origin).hostname

/** The library throws where something does not fit, and its words are nobody's business. */
async function orNull<T>(verifying: Promise<T>): Promise<T | null> {
  try {
    return await verifying
  } catch {
    return null
  }
}

const knownKeys = (passkeys: readonly PasskeyRow[]) =>
  passkeys.map(({ id, transports }) => ({ id, transports }))

export interface Registering {
  account: string
  /** The same for each passkey of a user and no key to them. */
  userHandle: Uint8Array
  origin: string
  passkeys: readonly PasskeyRow[]
}

export const registrationOptions = (it: Registering) =>
  generateRegistrationOptions({
    rpName: SITE_NAME,
    rpID: siteOf(it.origin),
    userName: it.account,
    userID: Uint8Array.from(it.userHandle),
    timeout: CHALLENGE_LIFE_MS,
    attestationType: 'none',
    excludeCredentials: knownKeys(it.passkeys),
    supportedAlgorithmIDs,
  })

export interface MadePasskey {
  id: string
  publicKey: Uint8Array
  counter: number
  transports: readonly string[]
}

/** Null: the answer is not one to this challenge on this site; `challenge` undefined: nothing was asked. */
export async function verifiedRegistration(
  answer: unknown,
  { challenge, origin }: { challenge: string | undefined; origin: string },
): Promise<MadePasskey | null> {
  const response = made.safeParse(answer)
  if (!response.success || challenge === undefined) return null
  const result: VerifiedRegistrationResponse | null = await orNull(
    verifyRegistrationResponse({
      response: response.data,
      expectedChallenge: challenge,
      expectedOrigin: origin,
      expectedRPID: siteOf(origin),
      requireUserVerification: false,
      supportedAlgorithmIDs,
    }),
  )
  if (result === null || !result.verified) return null
  const { id, publicKey, counter } = result.registrationInfo.credential
  return { id, publicKey, counter, transports: response.data.response.transports }
}

/** Without the site's name: the browser fills in its own, and only that site's passkeys can answer. */
export async function authenticationOptions(passkeys: readonly PasskeyRow[]) {
  const { rpId: _, ...options } = await generateAuthenticationOptions({
    rpID: '',
    timeout: CHALLENGE_LIFE_MS,
    userVerification: 'preferred',
    allowCredentials: knownKeys(passkeys),
  })
  return options
}

/** Which of the user's passkeys the answer claims to be of. */
export const answeringPasskey = (
  answer: unknown,
  passkeys: readonly PasskeyRow[],
): PasskeyRow | undefined => {
  const claimed = answered.safeParse(answer)
  return claimed.success ? passkeys.find((each) => each.id === claimed.data.id) : undefined
}

/** The passkey's new counter; null: not an answer to this challenge, or of a copied key. */
export async function verifiedAnswer(
  answer: unknown,
  it: { challenge: string; passkey: PasskeyRow; allowedOrigins: readonly string[] },
): Promise<number | null> {
  const response = answered.safeParse(answer)
  if (!response.success) return null
  const { id, public_key, counter, origin } = it.passkey
  const result: VerifiedAuthenticationResponse | null = await orNull(
    verifyAuthenticationResponse({
      response: response.data,
      expectedChallenge: it.challenge,
      expectedOrigin: [origin, ...it.allowedOrigins],
      expectedRPID: siteOf(origin),
      credential: { id, publicKey: Uint8Array.from(public_key), counter: Number(counter) },
      requireUserVerification: false,
    }),
  )
  return result?.verified === true ? result.authenticationInfo.newCounter : null
}
