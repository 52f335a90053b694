import { Hammer } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router-dom'
import { PATHS } from '#lib/paths.ts'
import { buttonLook } from '#ui/button.tsx'
import { EmptyState } from '#ui/empty-state.tsx'

/** Stands where a page is not built yet, and says so. */
export function ComingPage() {
  const { t } = useTranslation('common')
  return (
    <EmptyState
      icon={Hammer}
      title={t('coming.title')}
      hint={t('coming.hint')}
      action={
        <Link to={PATHS.products} className={buttonLook({ variant: 'secondary' })}>
          {t('toProducts')}
        </Link>
      }
    />
  )
}
