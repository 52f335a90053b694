/** Becoming a guest: one request per tap and device, repeated with the same key after a lost answer. */
import { atom } from 'jotai/vanilla'
import { call } from '#api/call.ts'
import { enterAtom } from '#api/log-in.ts'
import { madeGuestAtom } from '#api/session.ts'
import type { Me } from '#contract/account.ts'
import { openGuest } from '#contract/endpoints/guests.ts'
import { intentKey } from '#contract/scalars.ts'
import { type Answer, isUncertain } from '#api/api-error.ts'
import { newIntentKey } from '#api/intent-key.ts'
import { storedAtom } from '#device/stored-atom.ts'

/** Kept on the device until a final answer, so that the next tap asks for the same guest. */
const keyAtom = storedAtom<string>({
  key: 'guestKey',
  initial: '',
  read: (text) => intentKey.safeParse(text).data,
  allTabs: true,
})

/** Creates the guest of this device, or finds the one whose answer was lost. */
export const becomeGuestAtom = atom(null, async (get, set): Promise<Answer<Me>> => {
  const key = get(keyAtom) || newIntentKey()
  set(keyAtom, key)
  const ask = () => call(openGuest, { body: { key } })
  const answer = await set(enterAtom, async () => {
    const first = await ask()
    return !first.ok && isUncertain(first.error) ? ask() : first
  })
  if (!answer.ok) {
    // Without cookies the next tap would make one guest more, and lose it again.
    if (!isUncertain(answer.error) && answer.error.kind !== 'no_cookies') set(keyAtom, '')
    return answer
  }
  set(keyAtom, '')
  set(madeGuestAtom, answer.value.account)
  return answer
})
