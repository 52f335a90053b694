import { useAtomValue, useSetAtom } from 'jotai'
import { Star } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { favouritesAtom, toggleFavouriteAtom } from '#features/market/favourites.ts'

/** Adds the product to the favourites or removes it. */
export function FavouriteStar({ symbol, name }: { symbol: string; name: string }) {
  const { t } = useTranslation('market')
  const favourite = useAtomValue(favouritesAtom).includes(symbol)
  const toggle = useSetAtom(toggleFavouriteAtom)
  return (
    <button
      type="button"
      aria-pressed={favourite}
      aria-label={t('favourite', { name })}
      onClick={() => toggle(symbol)}
      className="-me-3 flex size-touch shrink-0 items-center justify-center rounded-full active:bg-sunken"
    >
      <Star
        aria-hidden
        size={20}
        className={favourite ? 'fill-warn text-warn' : 'text-line-strong'}
      />
    </button>
  )
}
