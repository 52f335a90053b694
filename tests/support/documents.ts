/** Documents as one more server moves them: no one is at its sockets, and one operator decides every amount. */
import { createDocuments, type Documents, type MoveParts } from '#server/documents/move.ts'
import type { Vault } from '#server/platform/vault.ts'

const closed = (): never => {
  throw new Error('this vault stays closed')
}
const closedVault: Vault = {
  keyFor: closed,
  seal: closed,
  open: closed,
  destroy: closed,
  sealOwn: closed,
  openOwn: closed,
  sealApart: closed,
  openApart: closed,
  digest: closed,
}

export const documentsOn = (
  parts: Pick<MoveParts, 'db' | 'clock'> & Partial<MoveParts>,
): Documents =>
  createDocuments({
    deskChanges: { changed: () => undefined },
    vault: closedVault,
    ...parts,
    hub: { deliver: () => undefined, broadcast: () => undefined, ...parts.hub },
  })
