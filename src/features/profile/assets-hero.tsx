import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { TotalAssets } from '#features/profile/total-assets.tsx'
import { Card } from '#ui/card.tsx'

const FIGURES = ['available', 'today'] as const

interface Props {
  /** Shows and hides all amounts. */
  eye: ReactNode
  /** The main actions, next to each other. */
  actions: ReactNode
}

/** The user's total assets as one large figure, live, with the main actions. */
export function AssetsHero({ eye, actions }: Props) {
  const { t } = useTranslation('user')
  return (
    <Card
      aria-label={t('assets.total')}
      className="flex flex-col gap-4 bg-[linear-gradient(to_bottom_right,var(--color-brand-soft),var(--color-surface)_70%)]"
    >
      <TotalAssets large eye={eye} names={FIGURES} />
      {actions}
    </Card>
  )
}
