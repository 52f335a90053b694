/** The texts for an item of a queue, which differ between customers' documents and rates. */
import { useTranslation } from 'react-i18next'

export interface ItemText {
  /** The customer, or the first day of a rate. */
  title: string
  /** The question before a step that cannot be undone. */
  sure: string
  /** Shown to the operator who proposed it. */
  own: string
  /** Says who will read the reason of a rejection. */
  reasonHint: string
}

/** The name of a deposit method. A currency is known by the code in the method's identifier, such as `usdt_trc20`. */
export function useMethodText() {
  const { t } = useTranslation('cashier')
  return (id: string): string =>
    id.startsWith('bank') ? t('deposit.methods.bank') : id.toUpperCase().replaceAll('_', '-')
}

export function useAccountText() {
  const { t } = useTranslation('desk')
  return ({ account }: { account: string }): ItemText => ({
    title: account,
    sure: t('sure', { account }),
    own: t('ownProposal'),
    reasonHint: t('reasonHint'),
  })
}
