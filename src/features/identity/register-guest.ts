/** A guest registers: the session ends, and what this device holds of the guest continues under the new name. */
import { atom, type Getter, type Setter } from 'jotai/vanilla'
import { accountAtom, changeSession, forgetSessionAtom, guestAtom } from '#api/session.ts'
import type { Answer } from '#api/api-error.ts'
import { renameTexts } from '#device/sweep.ts'
import { storedReceiptsAtom } from '#device/receipts.ts'
import { tellTabs } from '#device/tabs.ts'

/** Runs a registration of `account`. No tab reports the end of the guest's session, which it brings. */
export const registerAtom = atom(
  null,
  <T>(get: Getter, set: Setter, account: string, register: () => Promise<Answer<T>>) =>
    changeSession(async (): Promise<Answer<T>> => {
      const guest = get(guestAtom) ? get(accountAtom) : null
      if (guest === null) return register()
      tellTabs('expectEnd')
      const answer = await register()
      if (!answer.ok) {
        tellTabs('expectNoEnd')
        return answer
      }
      renameTexts(guest, account)
      // A device that stores no receipts has none to rename.
      await get(storedReceiptsAtom)
        .passOn(guest, account)
        .catch(() => undefined)
      await set(forgetSessionAtom, 'registered')
      return answer
    }),
)
