/** Passkeys (WebAuthn): registration and proof on this site, verified by @simplewebauthn/server. */
import { MINUTE_MS } from '#contract/time.ts'
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

/** How long a challenge can be answered. */
export const CHALLENGE_LIFE_MS = 5 * MINUTE_MS
/** Set explicitly, so that the library does not use algorithms that the runtime calls experimental. */
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

/** The host that a passkey of this origin belongs to, which is the RP ID of WebAuthn. */
const siteOf = (origin: string): string => new URL(origin).hostname

/** The library throws if an answer is invalid. Its messages are not shown to callers. */
async function orNull<T>(verifying: Promise<T>): Promise<T | null> {
  try {
    return await verifying
  } catch {
    return null
  }
}

const knownKeys = (passkeys: readonly PasskeyRow[]) =>
  passkeys.map(({ id, transports }) => ({ id, transports }))

/** What a registration needs. */
export interface Registering {
  /** As the app is called now. The prompt and the list of passkeys on the device show it. */
  appName: string
  account: string
  /** The same for all passkeys of a user. It is not a secret. */
  userHandle: Uint8Array
  origin: string
  passkeys: readonly PasskeyRow[]
}

/** Options of the browser's prompt for a new passkey. */
export const registrationOptions = (registration: Registering) =>
  generateRegistrationOptions({
    rpName: registration.appName,
    rpID: siteOf(registration.origin),
    userName: registration.account,
    userID: Uint8Array.from(registration.userHandle),
    timeout: CHALLENGE_LIFE_MS,
    attestationType: 'none',
    excludeCredentials: knownKeys(registration.passkeys),
    supportedAlgorithmIDs,
  })

/** A verified new passkey. */
export interface MadePasskey {
  id: string
  publicKey: Uint8Array
  counter: number
  transports: readonly string[]
}

/**
 * Verifies a registration. Null if it does not answer this challenge on this site. `challenge` is undefined if none was
 * requested.
 */
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

/**
 * Options of the browser's prompt for a proof. They omit the RP ID: the browser uses its own site, and only that site's
 * passkeys can answer.
 */
export async function authenticationOptions(passkeys: readonly PasskeyRow[]) {
  const { rpId: _, ...options } = await generateAuthenticationOptions({
    rpID: '',
    timeout: CHALLENGE_LIFE_MS,
    userVerification: 'preferred',
    allowCredentials: knownKeys(passkeys),
  })
  return options
}

/** The user's passkey that the answer claims to come from. */
export const answeringPasskey = (
  answer: unknown,
  passkeys: readonly PasskeyRow[],
): PasskeyRow | undefined => {
  const claimed = answered.safeParse(answer)
  return claimed.success ? passkeys.find((each) => each.id === claimed.data.id) : undefined
}

/** The passkey's new counter. Null if the answer is invalid or the counter shows a copied key. */
export async function verifiedAnswer(
  answer: unknown,
  challenged: { challenge: string; passkey: PasskeyRow; allowedOrigins: readonly string[] },
): Promise<number | null> {
  const response = answered.safeParse(answer)
  if (!response.success) return null
  const { id, public_key, counter, origin } = challenged.passkey
  const result: VerifiedAuthenticationResponse | null = await orNull(
    verifyAuthenticationResponse({
      response: response.data,
      expectedChallenge: challenged.challenge,
      expectedOrigin: [origin, ...challenged.allowedOrigins],
      expectedRPID: siteOf(origin),
      credential: { id, publicKey: Uint8Array.from(public_key), counter: Number(counter) },
      requireUserVerification: false,
    }),
  )
  return result?.verified === true ? result.authenticationInfo.newCounter : null
}
