/** The orders that the server refused, as a list, and why it refused them. */
import { useTranslation } from 'react-i18next'
import { listRefusals } from '#contract/endpoints/signing.ts'
import { ERRORS } from '#contract/errors.ts'
import type { RefusedOrder } from '#contract/refused-order.ts'
import { mergeBy } from '#data/paged-list.ts'
import { listKind, type Source } from '#data/use-paged-list.ts'
import { readPage } from '#documents/read-page.ts'
import { useErrorText } from '#i18n/error-text.ts'

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
