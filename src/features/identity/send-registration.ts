/** Sends the registration. It has no key: after a lost answer, "taken" may mean that the earlier attempt succeeded. */
import { type Answer, isUncertain } from '#lib/api-error.ts'
import { call } from '#api/call.ts'
import type { RegisterInfo } from '#api/session.ts'
import { register } from '#contract/endpoints/identity.ts'
import type { RegisterFields } from '#features/identity/register-form.ts'

export interface Registered {
  /** An earlier attempt whose answer was lost had created the account. */
  earlier: boolean
}

export async function sendRegistration(
  info: RegisterInfo,
  { password, tradingPassword }: RegisterFields,
  onUncertain: () => void,
): Promise<Answer<Registered>> {
  const send = () => call(register, { body: { ...info, password, tradingPassword } })
  const first = await send()
  if (first.ok) return { ok: true, value: { earlier: false } }
  if (!isUncertain(first.error)) return first
  onUncertain()
  const second = await send()
  if (second.ok) return { ok: true, value: { earlier: false } }
  const taken = second.error.kind === 'rejected' && second.error.code === 'account_taken'
  return taken ? { ok: true, value: { earlier: true } } : second
}
