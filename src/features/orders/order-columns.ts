import { useTranslation } from 'react-i18next'
import type { Order, Spot } from '#contract/order.ts'
import type { Product } from '#contract/product.ts'
import { money, signedMoney } from '#contract/scalars.ts'
import { useProductName } from '#i18n/product-name.ts'
import { plainPrice } from '#lib/amounts.ts'
import { csvTime } from '#data/collect-csv.ts'
import type { CsvColumn } from '#rules/csv.ts'

/** The columns of closed orders in an exported file, with headings in the current language. */
export function useOrderColumns(products: readonly Product[]): readonly CsvColumn<Order>[] {
  const { t } = useTranslation(['orders', 'common'])
  const nameOf = useProductName()
  const price = (symbol: string, spot: Spot | null): string | null => {
    const product = products.find((one) => one.symbol === symbol)
    return spot === null || product === undefined
      ? null
      : plainPrice(spot.price, product.priceDecimals)
  }
  const text = (name: string, of: (order: Order) => string | null): CsvColumn<Order> => ({
    name,
    kind: 'text',
    of,
  })
  const number = (name: string, of: (order: Order) => string | null): CsvColumn<Order> => ({
    name,
    kind: 'number',
    of,
  })
  return [
    text(t('orders:number'), ({ id }) => id),
    text(t('orders:filter.product'), ({ symbol }) => nameOf(symbol)),
    text(t('orders:direction'), ({ direction }) => t(`common:direction.${direction}`)),
    number(t('orders:amount'), ({ stake }) => money.encode(stake)),
    text(t('orders:filter.outcome'), ({ status }) => t(`orders:status.${status}`)),
    number(t('orders:profitAndLoss'), ({ profitAndLoss }) =>
      profitAndLoss === null ? null : signedMoney.encode(profitAndLoss),
    ),
    number(t('orders:buyPrice'), ({ symbol, entry }) => price(symbol, entry)),
    number(t('orders:transactionPrice'), ({ symbol, exit }) => price(symbol, exit)),
    number(t('orders:column.seconds'), ({ durationMs }) => String(durationMs / 1000)),
    text(t('orders:column.accepted'), ({ acceptedAt }) => csvTime(acceptedAt)),
    text(t('orders:closingTime'), ({ settledAt }) =>
      settledAt === null ? null : csvTime(settledAt),
    ),
    text(t('orders:column.acceptedUtc'), ({ acceptedAt }) => new Date(acceptedAt).toISOString()),
  ]
}
