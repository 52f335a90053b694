import { SearchX, Star } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { Button } from '#ui/button.tsx'
import { EmptyState } from '#ui/empty-state.tsx'

interface Props {
  /** Why the list is empty. */
  of: 'search' | 'favourites'
  /** Similar products are shown below. */
  similar: boolean
  /** Shows all products. */
  onAll: () => void
}

/** In the place of an empty list: what the user can do, and what there is. */
export function EmptyList({ of, similar, onAll }: Props) {
  const { t } = useTranslation('market')
  const all = (
    <Button variant="secondary" size="sm" onClick={onAll}>
      {t('empty.all')}
    </Button>
  )
  if (of === 'search' && similar)
    return (
      <div role="status" className="flex items-center gap-3 px-4 py-3 text-sm">
        <p className="flex-1">
          <strong className="block font-semibold">{t('empty.search.title')}</strong>
          <span className="text-ink-2">{t('empty.search.similar')}</span>
        </p>
        {all}
      </div>
    )
  return (
    <EmptyState
      icon={of === 'favourites' ? Star : SearchX}
      title={t(`empty.${of}.title`)}
      hint={t(`empty.${of}.hint`)}
      action={all}
    />
  )
}
