/** Makes readers on all platforms agree about texts and receipts that no honest server writes. */
import type { LogSegment, ReceiptEvidence } from '#contract/settlement-receipt.ts'
import type { SignedText } from '#contract/signed-text.ts'

/** The base64 of 64 bytes, each of which has one spelling: the four bits that are left over are zero. */
const SIGNATURE = /^[A-Za-z0-9+/]{85}[AQgw]==$/
interface Verifier {
  verify(signed: SignedText): Promise<boolean>
}
/** Tools by which no signature is valid in another spelling. Platforms differ in what they make of one. */
export const withExactSignatures = <T extends Verifier>(tools: T): T => ({
  ...tools,
  verify: async (signed: SignedText) =>
    SIGNATURE.test(signed.signature) && (await tools.verify(signed)),
})

/**
 * The receipt with the records of each segment by their time. In an honest one they are so already. In any other the
 * chain is broken, and all readers find the same further faults.
 */
export function inOrderOfTime<R extends Pick<ReceiptEvidence, 'entry' | 'exit'>>(receipt: R): R {
  const ordered = (segment: LogSegment): LogSegment => ({
    ...segment,
    records: [...segment.records].sort((one, another) => one.timeMs - another.timeMs),
  })
  return { ...receipt, entry: ordered(receipt.entry), exit: ordered(receipt.exit) }
}
