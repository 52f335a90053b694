import { useAtomValue } from 'jotai'
import { useTranslation } from 'react-i18next'
import { HideAmounts } from '#features/session/hide-amounts.tsx'
import { PracticeButton } from '#features/session/practice-button.tsx'
import { useAmounts } from '#i18n/amounts.ts'
import { AsOf } from '#components/as-of.tsx'
import { topicAtom } from '#streams'
import { Skeleton } from '#ui/skeleton.tsx'

/** The user's balance, live, with the way to get practice money. */
export function OwnBalance() {
  const balance = useAtomValue(topicAtom('balance'))
  const { t } = useTranslation('identity')
  const { amount } = useAmounts()
  const value = 'value' in balance ? balance.value : null
  return (
    <>
      <div className="min-w-0 flex-1" data-balance={balance.status}>
        {/* One line also with a stake, so that the page below does not move when an order is placed or settled. */}
        <p className="figures truncate text-xs leading-4 text-ink-2">
          <span>{t('balance.available')}</span>
          {value !== null && value.staked > 0n && (
            <span>{` · ${t('balance.staked', { amount: amount(value.staked) })}`}</span>
          )}
        </p>
        {value === null ? (
          <Skeleton className="h-5 w-28" />
        ) : (
          <p
            className={`figures leading-5 font-bold ${balance.status === 'live' ? '' : 'text-ink-3'}`}
          >
            <output aria-label={t('balance.available')}>{amount(value.available)}</output>
          </p>
        )}
        <AsOf live={balance} />
      </div>
      <HideAmounts />
      <PracticeButton />
    </>
  )
}
