import { useTranslation } from 'react-i18next'
import { cancelRedemption, cancelSubscription } from '#contract/endpoints/fund.ts'
import { CancelButton } from '#documents/cancel-button.tsx'

interface Props {
  what: 'transfer' | 'withdrawal'
  id: string
  amount: bigint
  /** The amount as the page shows it. */
  shown: string
  /** A small button, for rows with other content. */
  small?: boolean
  over: boolean
}

/** Cancels a transfer into the fund or a withdrawal from it. */
export function FundCancel({ what, id, amount, shown, small = false, over }: Props) {
  const { t } = useTranslation('fund')
  return (
    <CancelButton
      endpoint={what === 'transfer' ? cancelSubscription : cancelRedemption}
      id={id}
      amount={amount}
      over={over}
      texts={{
        button: t(`details.${what}.cancel`),
        ...(small && { short: t('tab.cancel') }),
        title: t(`details.${what}.cancelTitle`),
        text: t(`details.${what}.cancelText`, { amount: shown }),
        keep: t('details.keep'),
        confirming: t('state.confirming'),
        done: t(`details.${what}.cancelled`),
      }}
    />
  )
}
