import { useTranslation } from 'react-i18next'
import { Star } from 'lucide-react'

interface Props {
  symbol: string
  name: string
  favourite: boolean
  onToggle: (symbol: string) => void
  size: number
  className: string
  /** Not a tab stop: an arrow key leads to it. */
  aside?: boolean
}

/** A tap adds the product to the shown list or removes it. `FavouriteLists` adds a long press, which chooses lists. */
export function StarButton({ symbol, name, favourite, onToggle, size, className, aside }: Props) {
  const { t } = useTranslation('market')
  return (
    <button
      type="button"
      aria-pressed={favourite}
      aria-label={t('favourite', { name })}
      data-star={symbol}
      tabIndex={aside === true ? -1 : undefined}
      onClick={() => onToggle(symbol)}
      className={className}
    >
      <Star
        aria-hidden
        size={size}
        className={favourite ? 'fill-warn text-warn' : 'text-line-strong'}
      />
    </button>
  )
}
