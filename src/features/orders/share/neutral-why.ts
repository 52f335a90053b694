import type { UseTranslationResponse } from 'react-i18next'
import type { Order } from '#contract/order.ts'

/** Why the order ended as it did, without saying whose it is. */
export function neutralWhy(
  { status, direction, entry, exit }: Pick<Order, 'status' | 'direction' | 'entry' | 'exit'>,
  t: UseTranslationResponse<['sharing', 'orders'], undefined>['t'],
  price: (scaled: number) => string,
): string {
  if (entry === null || exit === null || status === 'void') return t('sharing:card.why.void')
  const prices = { entry: price(entry.price), exit: price(exit.price) }
  if (status === 'won' || status === 'lost') {
    return t(`sharing:card.why.${status}_${direction}`, prices)
  }
  return t('sharing:card.why.draw', prices)
}
