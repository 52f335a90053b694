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
        <p className="flex items-center text-xs text-ink-2">
          {t('balance.available')}
          <HideAmounts className="-my-3" />
        </p>
        {value === null ? (
          <Skeleton className="h-6 w-28" />
        ) : (
          <p
            className={`figures text-lg leading-6 font-bold ${balance.status === 'live' ? '' : 'text-ink-3'}`}
          >
            <output aria-label={t('balance.available')}>{amount(value.available)}</output>
          </p>
        )}
        {/* Its height is reserved, so that the page below does not move when an order is placed or settled, or when
           the balance becomes known. */}
        <div className="min-h-4.5">
          <AsOf live={balance} />
          {value !== null && value.staked > 0n && (
            <p className="figures text-xs text-ink-3">
              {t('balance.staked', { amount: amount(value.staked) })}
            </p>
          )}
        </div>
      </div>
      <PracticeButton />
    </>
  )
}
