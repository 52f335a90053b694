import { MapPinOff } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router-dom'
import { PATHS } from '#lib/paths.ts'
import { buttonLook } from '#ui/button.tsx'
import { EmptyState } from '#ui/empty-state.tsx'

export function NotFound() {
  const { t } = useTranslation('common')
  return (
    <EmptyState
      icon={MapPinOff}
      title={t('notFound.title')}
      hint={t('notFound.hint')}
      action={
        <Link to={PATHS.products} className={buttonLook({})}>
          {t('toProducts')}
        </Link>
      }
    />
  )
}
