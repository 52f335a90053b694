/** The receipt of a purchase as a file: its text, the signature over it, and the name of the key. */
import type { AcceptanceReceipt } from '#contract/order.ts'
import { saveFile } from '#lib/save-file.ts'

export function savePurchase(receipt: AcceptanceReceipt, orderId: string): void {
  const { text, signature, keyId } = receipt
  const file = new Blob([JSON.stringify({ text, signature, keyId }, null, 2)], {
    type: 'application/json',
  })
  saveFile(file, `fairtick-receipt-${orderId}.json`)
}
