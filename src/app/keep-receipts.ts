/**
 * Stores receipts on the device. After a log-out they can no longer be read here; only what a comparison needs remains.
 */
import type { createStore } from 'jotai/vanilla'
import { accountAtom } from '#api/session.ts'
import { keptReceiptsAtom } from '#lib/kept-receipts.ts'

export function keepReceipts(store: ReturnType<typeof createStore>): void {
  const belong = (): void => {
    const account = store.get(accountAtom)
    void store
      .get(keptReceiptsAtom)
      .belongTo(account)
      .catch(() => undefined)
  }
  belong()
  store.sub(accountAtom, belong)
}
