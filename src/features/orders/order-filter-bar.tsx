import { useTranslation } from 'react-i18next'
import { z } from 'zod/mini'
import type { Order, Spot } from '#contract/order.ts'
import type { Product } from '#contract/product.ts'
import { money, signedMoney } from '#contract/scalars.ts'
import { csvTime } from '#data/collect-csv.ts'
import {
  asSymbol,
  ORDER_OUTCOMES,
  type OrderFilter,
  readOrders,
} from '#features/orders/order-list.ts'
import { useExportTexts } from '#i18n/export-texts.ts'
import { useProductName } from '#i18n/product-name.ts'
import { decimalText } from '#contract/decimals.ts'
import { ALL_DAYS } from '#data/day-range.ts'
import { useExport } from '#data/use-export.ts'
import type { PagedList } from '#data/use-paged-list.ts'
import type { CsvColumn } from '#rules/csv.ts'
import { ExportButton, ExportLine } from '#ui/export-bar.tsx'
import { type Choice, FilterBar } from '#ui/filter-bar.tsx'
import { RefreshButton } from '#ui/pull-to-refresh.tsx'

interface Props {
  filter: OrderFilter
  onFilter: (filter: OrderFilter) => void
  products: readonly Product[]
  list: PagedList<Order>
}

const MAX_PER_PAGE = 100

/** The columns of closed orders in an exported file, with headings in the current language. */
function useOrderColumns(products: readonly Product[]): readonly CsvColumn<Order>[] {
  const { t } = useTranslation(['orders', 'common'])
  const nameOf = useProductName()
  const price = (symbol: string, spot: Spot | null): string | null => {
    const product = products.find((one) => one.symbol === symbol)
    return spot === null || product === undefined
      ? null
      : decimalText(spot.price, product.priceDecimals)
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
    number(t('orders:amount'), ({ stake }) => z.encode(money, stake)),
    text(t('orders:filter.outcome'), ({ status }) => t(`orders:status.${status}`)),
    number(t('orders:profitAndLoss'), ({ profitAndLoss }) =>
      profitAndLoss === null ? null : z.encode(signedMoney, profitAndLoss),
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

/** The filter for past orders by product, result and days. Closed orders can be exported. */
export function OrderFilterBar({ filter, onFilter, products, list }: Props) {
  const { t } = useTranslation('orders')
  const nameOf = useProductName()
  const choices: Choice[] = [
    {
      id: 'symbol',
      label: t('filter.product'),
      value: filter.symbol ?? '',
      options: products.map(({ symbol }) => ({ value: symbol, label: nameOf(symbol) })),
      onChoose: (symbol) => onFilter({ ...filter, symbol: asSymbol(symbol) }),
    },
    {
      id: 'outcome',
      label: t('filter.outcome'),
      value: filter.outcome ?? '',
      options: ORDER_OUTCOMES.map((value) => ({ value, label: t(`status.${value}`) })),
      onChoose: (value) =>
        onFilter({ ...filter, outcome: ORDER_OUTCOMES.find((one) => one === value) ?? null }),
    },
  ]
  const file = useExport({
    columns: useOrderColumns(products),
    read: (before) => readOrders({ ...filter, status: 'settled' }, before, MAX_PER_PAGE),
    name: t('fileName'),
  })
  const texts = useExportTexts(file)
  return (
    <>
      <FilterBar
        choices={choices}
        days={{
          from: filter.from,
          to: filter.to,
          onDays: (days) => onFilter({ ...filter, ...days }),
        }}
        onClear={() => onFilter({ ...filter, ...ALL_DAYS, symbol: null, outcome: null })}
      >
        {filter.status === 'settled' && <ExportButton {...texts.button} />}
        <RefreshButton refreshing={list.refreshing} onRefresh={list.refresh} />
      </FilterBar>
      <ExportLine {...texts.line} />
    </>
  )
}
