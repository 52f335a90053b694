import { ReceiptText } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { ERRORS } from '#contract/errors.ts'
import { listRefusals } from '#contract/endpoints/signing.ts'
import type { RefusedOrder } from '#contract/refused-order.ts'
import { mergeBy } from '#data/paged-list.ts'
import { listKind, type Source, usePagedList } from '#data/use-paged-list.ts'
import { DocumentList } from '#documents/document-list.tsx'
import { readPage } from '#documents/read-page.ts'
import { DirectionBadge, ProfitAndLoss } from '#features/orders/order-text.tsx'
import { useErrorText } from '#i18n/error-text.ts'
import { useFormat } from '#i18n/use-format.ts'
import { useProductName } from '#i18n/product-name.ts'
import { durationText } from '#i18n/duration-text.ts'

const PAGE_SIZE = 30

/** An order whose result is known replaces the same one from before. */
export const refusedOrders = listKind<RefusedOrder>(
  mergeBy(({ outcome }) => Number(outcome !== null)),
)
export const refusedSource: Source<RefusedOrder> = {
  name: 'refused',
  read: (before) => readPage(listRefusals, 'refusals', before, { limit: PAGE_SIZE }),
}

/** Without a server's answer to them, texts that name a limit cannot say which. */
const NEEDS_NO_VALUE = ['market_closed']

/** Why the server refused an order. The ticket also said what to do next. */
export function useReason(): (code: RefusedOrder['reason']) => string {
  const { t } = useTranslation('orders')
  const { errorText } = useErrorText()
  return (code) => {
    if (code === 'too_late') return t('refused.late')
    const { status, params } = ERRORS[code]
    if (params.length > 0 && !NEEDS_NO_VALUE.includes(code)) return t('refused.limit')
    return errorText({ kind: 'rejected', code, status, params: {}, issues: [] })
  }
}

/** One order that the server refused, with how it would have ended. */
function RefusedRow({ order }: { order: RefusedOrder }) {
  const { t, i18n } = useTranslation('orders')
  const format = useFormat()
  const reasonOf = useReason()
  const { outcome } = order
  return (
    <article className="flex w-full flex-col gap-1.5 border-b border-line/60 bg-surface px-4 py-3">
      <p className="flex flex-wrap items-center gap-x-2">
        <span className="min-w-0 flex-1 truncate font-semibold">
          {useProductName()(order.symbol)}
        </span>
        <span className="text-sm">
          {t(outcome === null ? 'refused.pending' : `refused.would.${outcome}`)}
        </span>
        {outcome !== null && <ProfitAndLoss order={order} />}
      </p>
      <p className="figures flex flex-wrap items-center gap-x-3 gap-y-1 text-xs text-ink-2">
        <DirectionBadge direction={order.direction} />
        <span>{t('amountIs', { amount: format.money(order.stake) })}</span>
        <span>{durationText(i18n.language, order.durationMs)}</span>
      </p>
      <p className="text-xs text-ink-2">{reasonOf(order.reason)}</p>
      <p className="figures text-xs text-ink-3">{format.dateTime(order.refusedAt)}</p>
    </article>
  )
}

/** The signed orders that the server refused, so that a user sees if it refuses only those that win. */
export function RefusedList() {
  const { t } = useTranslation('orders')
  const list = usePagedList(refusedOrders, refusedSource)
  return (
    <DocumentList
      list={list}
      rowClass="h-28"
      above={<p className="px-4 py-3 text-sm text-ink-2">{t('refused.lead')}</p>}
      empty={{ icon: ReceiptText, title: t('refused.empty') }}
    >
      {(order) => <RefusedRow order={order} />}
    </DocumentList>
  )
}
