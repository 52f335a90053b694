import { useAtomValue, useSetAtom } from 'jotai'
import { useEffect, useEffectEvent, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { holdBalanceAtom } from '#components/balance-hold.ts'
import type { Order } from '#contract/order.ts'
import { useFormat } from '#i18n/use-format.ts'
import { useProductName } from '#i18n/product-name.ts'
import { touchAtom } from '#notifications/haptics.ts'
import { showToastAtom } from '#notifications/toasts.ts'
import { topicAtom } from '#streams'

/** As long as a win fills its card (ui/adapt.css). */
const WIN_MS = 1_200

/**
 * Gives each result in words, once, as it is pushed. Orders that were settled before this page opened are not given.
 * With `fills`, a win fills its card before its amount counts into the balance.
 */
export function useResults(say: (text: string) => void, { fills = false } = {}): void {
  const { t } = useTranslation('orders')
  const format = useFormat()
  const nameOf = useProductName()
  const touch = useSetAtom(touchAtom)
  const hold = useSetAtom(holdBalanceAtom)
  const positions = useAtomValue(topicAtom('positions'))
  const settled = 'value' in positions ? positions.value.settled : null
  const announced = useRef<Set<string> | null>(null)
  const announce = useEffectEvent((order: Order) => {
    touch(order.status === 'won' ? 'won' : 'settled')
    if (fills && order.status === 'won') setTimeout(hold(), WIN_MS)
    say(
      t(`result.${order.status}`, {
        name: nameOf(order.symbol),
        amount: format.signedMoney(order.profitAndLoss ?? 0n),
        stake: format.money(order.stake),
      }),
    )
  })
  useEffect(() => {
    if (settled === null) return
    const fresh = settled.filter((order) => announced.current?.has(order.id) === false)
    announced.current = new Set([...(announced.current ?? []), ...settled.map((order) => order.id)])
    for (const order of fresh) announce(order)
  }, [settled])
}

/** Shows each result as a toast, on pages without the strip of the user's orders. */
export function useResultToasts(): void {
  const toast = useSetAtom(showToastAtom)
  // The check mark of a success is green, which means a loss to half of the users.
  useResults((text) => toast({ tone: 'info', text }))
}
