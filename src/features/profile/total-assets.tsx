import { useAtomValue } from 'jotai'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { AssetFigures, type AssetName } from '#features/profile/asset-figures.tsx'
import { useAmounts } from '#i18n/amounts.ts'
import { AsOf } from '#components/as-of.tsx'
import { topicAtom } from '#streams'
import { join } from '#ui/join.ts'
import { Notice } from '#ui/notice.tsx'
import { Skeleton } from '#ui/skeleton.tsx'

interface Props {
  /** Shows and hides all amounts. */
  eye: ReactNode
  /** The largest figure of the home page. */
  large?: boolean
  /** The smaller figures below. */
  names: readonly AssetName[]
}

/** The user's total assets, live, with the age of the figure while no newer one can arrive. */
export function TotalAssets({ eye, large = false, names }: Props) {
  const { t } = useTranslation('user')
  const balance = useAtomValue(topicAtom('balance'))
  const { amount } = useAmounts()
  const value = 'value' in balance ? balance.value : null
  const size = large ? 'mt-0.5 text-4xl leading-10' : 'text-figure'
  return (
    <div data-balance={balance.status}>
      <p className="flex items-center text-sm text-ink-2">
        {t('assets.total')}
        {eye}
      </p>
      {value === null ? (
        <Skeleton className={large ? 'mt-0.5 h-10 w-52 max-w-full' : 'h-8.5 w-44'} />
      ) : (
        <p className={join('figures font-bold break-words', size)}>
          <output aria-label={t('assets.total')}>{amount(value.total)}</output>
        </p>
      )}
      <AsOf live={balance} />
      {balance.status === 'failed' ? (
        <Notice tone="bad">{t('assets.failed')}</Notice>
      ) : (
        <AssetFigures names={names} balance={value} />
      )}
    </div>
  )
}
