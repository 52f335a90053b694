import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { Card } from '#ui/card.tsx'

/** Says in one sentence what the app is, for visitors. `logIn` contains the buttons to log in or register. */
export function VisitorHero({ logIn }: { logIn: ReactNode }) {
  const { t } = useTranslation('home')
  return (
    <Card className="flex flex-col gap-4 bg-linear-to-br from-brand-soft to-surface to-70% py-5">
      <div className="flex flex-col gap-2">
        <h2 className="text-figure font-bold text-balance">{t('hero.title')}</h2>
        <p className="text-ink-2">{t('hero.lead')}</p>
      </div>
      {logIn}
    </Card>
  )
}
