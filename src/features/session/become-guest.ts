/** Becoming a guest: one request per tap and device, repeated with the same key after a lost answer. */
import { atom } from 'jotai/vanilla'
import { call } from '#api/call.ts'
import { madeGuestAtom, rememberAtom } from '#api/session.ts'
import type { Me } from '#contract/account.ts'
import { openGuest } from '#contract/endpoints/guests.ts'
import { intentKey } from '#contract/scalars.ts'
import { type Answer, isUncertain } from '#lib/api-error.ts'
import { newIntentKey } from '#lib/intent-key.ts'
import { storedAtom } from '#lib/stored.ts'
import { streamsAtom } from '#streams'

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
  const first = await ask()
  const answer = !first.ok && isUncertain(first.error) ? await ask() : first
  if (answer.ok || !isUncertain(answer.error)) set(keyAtom, '')
  if (!answer.ok) return answer
  set(madeGuestAtom, answer.value.me.account)
  set(rememberAtom, answer.value)
  get(streamsAtom)?.renew()
  return { ok: true, value: answer.value.me }
})
