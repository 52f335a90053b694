import { useSetAtom } from 'jotai'
import { useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { Star } from 'lucide-react'
import { listSheetAtom } from '#features/market/favourites.ts'

interface Props {
  symbol: string
  name: string
  favourite: boolean
  onToggle: (symbol: string) => void
  size: number
  className: string
}

const LONG_PRESS_MS = 500

/** A tap adds the product to the shown list or removes it; a long press or the context menu chooses among lists. */
export function StarButton({ symbol, name, favourite, onToggle, size, className }: Props) {
  const { t } = useTranslation('market')
  const open = useSetAtom(listSheetAtom)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const held = useRef(false)
  const stop = (): void => clearTimeout(timer.current)
  return (
    <button
      type="button"
      aria-pressed={favourite}
      aria-label={t('favourite', { name })}
      onPointerDown={() => {
        stop()
        held.current = false
        timer.current = setTimeout(() => {
          held.current = true
          open({ symbol })
        }, LONG_PRESS_MS)
      }}
      onPointerUp={stop}
      onPointerLeave={stop}
      onPointerCancel={stop}
      onContextMenu={(event) => {
        event.preventDefault()
        stop()
        open({ symbol })
      }}
      onClick={() => {
        if (!held.current) onToggle(symbol)
        held.current = false
      }}
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
