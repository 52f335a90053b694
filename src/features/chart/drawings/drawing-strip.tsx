import { useAtom, useAtomValue, useSetAtom } from 'jotai/react'
import { X } from 'lucide-react'
import { type ReactNode, useEffect, useEffectEvent } from 'react'
import { useTranslation } from 'react-i18next'
import type { Product } from '#contract/product.ts'
import { DrawIcon } from '#features/chart/base/chart-icons.tsx'
import { DeleteDrawing } from '#features/chart/drawings/delete-drawing.tsx'
import { drawingsAtom, useHand } from '#features/chart/drawings/drawing-choices.ts'
import { useDrawingText } from '#features/chart/drawings/use-drawing-text.ts'
import { pressedKey } from '#ui/pressed-key.ts'
import { IconButton } from '#ui/button.tsx'

const STRIP =
  'absolute inset-x-2 -top-9 z-20 flex items-center rounded-control border border-line bg-surface ps-3 shadow-card'

function Strip({ text, children }: { text: string; children: ReactNode }) {
  return (
    <div className={STRIP}>
      <p role="status" className="line-clamp-2 min-w-0 flex-1 py-1 text-xs break-words text-ink">
        {text}
      </p>
      {children}
    </div>
  )
}

/** Calls `leave` on Escape, before anything else on the page hears it. */
function useEscape(active: boolean, leave: () => void): void {
  const left = useEffectEvent(leave)
  useEffect(() => {
    if (!active) return
    const press = (event: KeyboardEvent): void => {
      if (pressedKey(event) !== 'Escape' || event.defaultPrevented) return
      event.preventDefault()
      left()
    }
    addEventListener('keydown', press, { capture: true })
    return () => removeEventListener('keydown', press, { capture: true })
  }, [active])
}

/**
 * Over the legend, so that all of the chart can be reached: how to place what is being drawn, or what can be done with
 * the selected drawing.
 */
export function DrawingStrip({ product }: { product: Product }) {
  const { t } = useTranslation(['chart', 'common'])
  const { selectedAtom, sheetPageAtom, toolAtom } = useHand()
  const [tool, setTool] = useAtom(toolAtom)
  const [selected, select] = useAtom(selectedAtom)
  const page = useAtomValue(sheetPageAtom)
  const setPage = useSetAtom(sheetPageAtom)
  const describe = useDrawingText(product)
  const drawings = useAtomValue(drawingsAtom(product.symbol))
  const drawing = drawings.find(({ id }) => id === selected)
  const leave = (): void => {
    setTool(null)
    select(null)
  }
  useEscape(page === null && (tool !== null || drawing !== undefined), leave)
  if (tool !== null) {
    return (
      <Strip text={t(`chart:drawings.place.${tool}`)}>
        <IconButton label={t('common:cancel')} onClick={leave}>
          <X aria-hidden size={18} />
        </IconButton>
      </Strip>
    )
  }
  if (drawing === undefined) return null
  const { id, ...draft } = drawing
  return (
    <Strip text={describe(drawing)}>
      <IconButton
        label={t('chart:drawings.edit')}
        aria-haspopup="dialog"
        onClick={() => setPage({ kind: 'form', draft, id })}
      >
        <DrawIcon size={18} />
      </IconButton>
      <DeleteDrawing
        symbol={product.symbol}
        id={id}
        text={describe(drawing)}
        label={t('chart:drawings.delete')}
      />
      <IconButton label={t('common:close')} onClick={leave}>
        <X aria-hidden size={18} />
      </IconButton>
    </Strip>
  )
}

/** The drawings in words, for screen readers. */
export function DrawingsInWords({ product }: { product: Product }) {
  const { t } = useTranslation('chart')
  const describe = useDrawingText(product)
  const drawings = useAtomValue(drawingsAtom(product.symbol))
  if (drawings.length === 0) return null
  return (
    <ul aria-label={t('drawings.list')} className="sr-only">
      {drawings.map((drawing) => (
        <li key={drawing.id}>{describe(drawing)}</li>
      ))}
    </ul>
  )
}
