import { UserRound } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router-dom'
import { PATHS } from '#lib/paths.ts'
import { buttonLook } from '#ui/button.tsx'
import { Card } from '#ui/card.tsx'

/** Says that the user is a guest, when the guest expires, and how to keep everything. */
export function GuestCard() {
  const { t } = useTranslation('access')
  return (
    <Card aria-label={t('me.title')} className="flex flex-col gap-3">
      <div className="flex items-start gap-3">
        <UserRound aria-hidden size={24} className="mt-0.5 shrink-0 text-brand" />
        <div className="min-w-0">
          <p className="text-lg leading-6 font-bold">{t('me.title')}</p>
          <p className="mt-1 text-sm text-ink-2">{t('me.text')}</p>
        </div>
      </div>
      <Link to={PATHS.registerCheck} className={buttonLook({ block: true })}>
        {t('me.register')}
      </Link>
    </Card>
  )
}
