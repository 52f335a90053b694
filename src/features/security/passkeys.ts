/** The browser's passkey prompts, with their errors as data. The library is loaded on first use. */
import { atom } from 'jotai/vanilla'
import { z } from 'zod/mini'

/**
 * `cancelled`: the user closed the prompt or it timed out. `known`: this device already has a passkey here. `address`:
 * the page was opened by an IP address.
 */
type PasskeyFault = 'cancelled' | 'known' | 'unsupported' | 'address' | 'failed'
export type PasskeyAnswer =
  | { ok: true; answer: Record<string, unknown> }
  | { ok: false; fault: PasskeyFault }

export interface Passkeys {
  /** Why passkeys cannot be used here at all; null when they can. */
  lack(): 'unsupported' | 'address' | null
  /** `options` as the server sent them. */
  make(options: Record<string, unknown>): Promise<PasskeyAnswer>
  prove(options: Record<string, unknown>): Promise<PasskeyAnswer>
}

const FAULTS: Readonly<Record<string, PasskeyFault>> = {
  AbortError: 'cancelled',
  NotAllowedError: 'cancelled',
  InvalidStateError: 'known',
  NotSupportedError: 'unsupported',
  SecurityError: 'address',
}

const faultOf = (error: unknown): PasskeyFault =>
  (error instanceof Error ? FAULTS[error.name] : undefined) ?? 'failed'

/** The host as browsers write it. Browsers give passkeys only to sites with a domain name. */
export const isNumericHost = (host: string): boolean =>
  /^\d+\.\d+\.\d+\.\d+$/.test(host) || host.startsWith('[')

async function asked(ask: () => Promise<object>): Promise<PasskeyAnswer> {
  try {
    return { ok: true, answer: { ...(await ask()) } }
  } catch (error) {
    return { ok: false, fault: faultOf(error) }
  }
}

const library = () => import('@simplewebauthn/browser')

// The server's options for the browser's passkey prompts, parsed as far as browsers support them.
const transports = z.array(
  z.enum(['ble', 'cable', 'hybrid', 'internal', 'nfc', 'smart-card', 'usb']),
)
const credential = z.object({
  id: z.string(),
  type: z.literal('public-key'),
  transports: z.exactOptional(transports),
})
const verification = z.enum(['discouraged', 'preferred', 'required'])

/** To prove an existing passkey. */
const requestOptions = z.object({
  challenge: z.string(),
  timeout: z.exactOptional(z.number()),
  rpId: z.exactOptional(z.string()),
  allowCredentials: z.exactOptional(z.array(credential)),
  userVerification: z.exactOptional(verification),
})

/** To create a new passkey. */
const creationOptions = z.object({
  rp: z.object({ name: z.string(), id: z.exactOptional(z.string()) }),
  user: z.object({ id: z.string(), name: z.string(), displayName: z.string() }),
  challenge: z.string(),
  pubKeyCredParams: z.array(z.object({ alg: z.number(), type: z.literal('public-key') })),
  timeout: z.exactOptional(z.number()),
  excludeCredentials: z.exactOptional(z.array(credential)),
  authenticatorSelection: z.exactOptional(
    z.object({
      authenticatorAttachment: z.exactOptional(z.enum(['cross-platform', 'platform'])),
      residentKey: z.exactOptional(z.enum(['discouraged', 'preferred', 'required'])),
      requireResidentKey: z.exactOptional(z.boolean()),
      userVerification: z.exactOptional(verification),
    }),
  ),
  attestation: z.exactOptional(z.enum(['direct', 'enterprise', 'indirect', 'none'])),
})

const browserPasskeys: Passkeys = {
  lack: () => {
    if (isNumericHost(location.hostname)) return 'address'
    return typeof globalThis.PublicKeyCredential === 'function' ? null : 'unsupported'
  },
  make: (options) =>
    asked(async () => {
      const optionsJSON = creationOptions.parse(options)
      return (await library()).startRegistration({ optionsJSON })
    }),
  prove: (options) =>
    asked(async () => {
      const optionsJSON = requestOptions.parse(options)
      return (await library()).startAuthentication({ optionsJSON })
    }),
}

/** Replaced in tests; the app uses the browser. */
export const passkeysAtom = atom<Passkeys>(browserPasskeys)
