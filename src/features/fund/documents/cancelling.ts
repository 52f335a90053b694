import { useTranslation } from 'react-i18next'
import { cancelRedemption, cancelSubscription } from '#contract/endpoints/fund.ts'
import type { Cancelling } from '#documents/cancel-button.tsx'

const ENDPOINTS = { transfer: cancelSubscription, withdrawal: cancelRedemption }

/** How a transfer into the fund or a withdrawal from it is cancelled, in its sheet and on the fund's page. */
export function useFundCancelling(what: 'transfer' | 'withdrawal'): Cancelling {
  const { t } = useTranslation('fund')
  return {
    endpoint: ENDPOINTS[what],
    texts: {
      button: t(`details.${what}.cancel`),
      title: t(`details.${what}.cancelTitle`),
      text: (amount) => t(`details.${what}.cancelText`, { amount }),
      keep: t('details.keep'),
      done: t(`details.${what}.cancelled`),
    },
  }
}
