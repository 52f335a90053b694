import { useAtomValue, useSetAtom } from 'jotai'
import { useEffect, useEffectEvent, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import type { Order } from '#contract/order.ts'
import { useFormat } from '#i18n/use-format.ts'
import { useProductName } from '#i18n/product-name.ts'
import { touchAtom } from '#notifications/haptics.ts'
import { showToastAtom } from '#notifications/toasts.ts'
import { topicAtom } from '#streams'

/** Announces each result once as it is pushed. Orders that were settled before this page opened are not announced. */
export function useResults(): void {
  const { t } = useTranslation('orders')
  const format = useFormat()
  const nameOf = useProductName()
  const toast = useSetAtom(showToastAtom)
  const touch = useSetAtom(touchAtom)
  const positions = useAtomValue(topicAtom('positions'))
  const settled = 'value' in positions ? positions.value.settled : null
  const announced = useRef<Set<string> | null>(null)
  const announce = useEffectEvent((order: Order) => {
    touch('settled')
    toast({
      // The check mark of a success is green, which means a loss to half of the users.
      tone: 'info',
      text: t(`result.${order.status}`, {
        name: nameOf(order.symbol),
        amount: format.signedMoney(order.profitAndLoss ?? 0n),
        stake: format.money(order.stake),
      }),
    })
  })
  useEffect(() => {
    if (settled === null) return
    const fresh = settled.filter((order) => announced.current?.has(order.id) === false)
    announced.current = new Set([...(announced.current ?? []), ...settled.map((order) => order.id)])
    for (const order of fresh) announce(order)
  }, [settled])
}
