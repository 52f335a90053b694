/** The server's options for the browser's passkey prompts, parsed as far as browsers support them. */
import { z } from 'zod'

const transports = z.array(
  z.enum(['ble', 'cable', 'hybrid', 'internal', 'nfc', 'smart-card', 'usb']),
)
const credential = z.object({
  id: z.string(),
  type: z.literal('public-key'),
  transports: transports.exactOptional(),
})
const verification = z.enum(['discouraged', 'preferred', 'required'])

/** To prove an existing passkey. */
export const requestOptions = z.object({
  challenge: z.string(),
  timeout: z.number().exactOptional(),
  rpId: z.string().exactOptional(),
  allowCredentials: z.array(credential).exactOptional(),
  userVerification: verification.exactOptional(),
})

/** To create a new passkey. */
export const creationOptions = z.object({
  rp: z.object({ name: z.string(), id: z.string().exactOptional() }),
  user: z.object({ id: z.string(), name: z.string(), displayName: z.string() }),
  challenge: z.string(),
  pubKeyCredParams: z.array(z.object({ alg: z.number(), type: z.literal('public-key') })),
  timeout: z.number().exactOptional(),
  excludeCredentials: z.array(credential).exactOptional(),
  authenticatorSelection: z
    .object({
      authenticatorAttachment: z.enum(['cross-platform', 'platform']).exactOptional(),
      residentKey: z.enum(['discouraged', 'preferred', 'required']).exactOptional(),
      requireResidentKey: z.boolean().exactOptional(),
      userVerification: verification.exactOptional(),
    })
    .exactOptional(),
  attestation: z.enum(['direct', 'enterprise', 'indirect', 'none']).exactOptional(),
})
