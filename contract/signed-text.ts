/** Texts that the server signed: how it sends them, and how a device shows one back to it. */
import { z } from 'zod/mini'

/** The parts of a checkpoint that prove it. Its content is in `text` (rules/checkpoint.ts). */
export const signedText = z.object({ text: z.string(), signature: z.string(), keyId: z.string() })
export type SignedText = z.infer<typeof signedText>

/** What a device shows to the server that signed it: lines of visible ASCII, the signature, and the id of the key. */
export const presentedText = z.object({
  text: z.string().check(z.regex(/^[ -~\n]{1,20000}$/)),
  signature: z.string().check(z.regex(/^[A-Za-z0-9+/]{86}==$/)),
  keyId: z.string().check(z.regex(/^[0-9a-f]{16}$/)),
})
