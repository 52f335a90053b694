import { isUncertain } from '#api/api-error.ts'
import { call } from '#api/call.ts'
import { getCommand } from '#contract/endpoints/commands.ts'
import { placeOrder } from '#contract/endpoints/trading.ts'
import { symbol as symbolOf } from '#contract/scalars.ts'
import type { KeyedIntent } from '#features/ticket/intent-key.ts'
import type { LookAnswer, PlaceAnswer } from '#features/ticket/submit-order.ts'

/** Sends the intent under its key; what the answer does not settle is `unsure`. */
export async function place(
  { key, symbol, ...intent }: KeyedIntent,
  signal: AbortSignal,
): Promise<PlaceAnswer> {
  const body = { ...intent, symbol: symbolOf.parse(symbol) }
  const answer = await call(placeOrder, { key, body, signal })
  if (answer.ok) return { kind: 'accepted', ...answer.value }
  if (isUncertain(answer.error)) return { kind: 'unsure' }
  return { kind: 'refused', refusal: { kind: 'server', error: answer.error } }
}

export async function lookUp(key: string): Promise<LookAnswer> {
  const found = await call(getCommand, { params: { name: 'order', key } })
  if (!found.ok) return { kind: found.error.kind === 'unauthorised' ? 'ended' : 'unsure' }
  if (found.value.answer === null) return { kind: 'none' }
  const read = placeOrder.reply.safeParse(found.value.answer)
  return read.success ? { kind: 'found', order: read.data.order } : { kind: 'unsure' }
}
