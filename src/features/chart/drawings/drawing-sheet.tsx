import { useAtom, useAtomValue, useSetAtom } from 'jotai/react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Product } from '#contract/product.ts'
import { TOOL_ICONS } from '#features/chart/base/chart-icons.tsx'
import { DeleteDrawing } from '#features/chart/drawings/delete-drawing.tsx'
import { drawingsAtom, type SheetPage, useHand } from '#features/chart/drawings/drawing-choices.ts'
import { DrawingForm } from '#features/chart/drawings/drawing-form.tsx'
import {
  type Drawing,
  isFull,
  MAX_DRAWINGS,
  type Tool,
  TOOLS,
} from '#features/chart/drawings/drawings.ts'
import { useDrawingText } from '#features/chart/drawings/use-drawing-text.ts'
import { quoteAtom, streamsAtom } from '#streams'
import { Button } from '#ui/button.tsx'
import { ConfirmDialog } from '#ui/dialog.tsx'
import { Sheet } from '#ui/sheet.tsx'

const FORM_SPAN_MS = 60_000

/** The tools, the drawings of this chart, and a form for each: everything that the chart offers by touch. */
export function DrawingSheet({ product }: { product: Product }) {
  const { t } = useTranslation(['chart', 'common'])
  const [page, setPage] = useAtom(useHand().sheetPageAtom)
  const [last, setLast] = useState<SheetPage>({ kind: 'list' })
  // The sheet keeps its content while it closes.
  if (page !== null && page !== last) setLast(page)
  const shown = page ?? last
  const title = shown.kind === 'list' ? 'title' : shown.id === null ? 'new' : 'edit'
  return (
    <Sheet open={page !== null} onClose={() => setPage(null)} title={t(`chart:drawings.${title}`)}>
      {shown.kind === 'form' ? (
        <DrawingForm
          key={shown.id}
          product={product}
          draft={shown.draft}
          id={shown.id}
          onLeave={() => setPage(null)}
        />
      ) : (
        <List product={product} />
      )}
    </Sheet>
  )
}

function List({ product }: { product: Product }) {
  const { t } = useTranslation('chart')
  const drawings = useAtomValue(drawingsAtom(product.symbol))
  const full = isFull(drawings)
  return (
    <div className="flex flex-col gap-4">
      <p className="text-sm text-ink-2">{t('drawings.about')}</p>
      {full ? (
        <p className="text-sm text-ink-2">{t('drawings.full', { most: MAX_DRAWINGS })}</p>
      ) : (
        <Tools product={product} />
      )}
      {drawings.length > 0 && <Drawings product={product} drawings={drawings} />}
    </div>
  )
}

/** Each kind can be drawn on the chart or typed. */
function Tools({ product }: { product: Product }) {
  const { t } = useTranslation('chart')
  const { selectedAtom, sheetPageAtom, toolAtom } = useHand()
  const setTool = useSetAtom(toolAtom)
  const select = useSetAtom(selectedAtom)
  const setPage = useSetAtom(sheetPageAtom)
  const quote = useAtomValue(quoteAtom(product.id, 'detail'))
  const streams = useAtomValue(streamsAtom)
  const choose = (tool: Tool): void => {
    select(null)
    setTool(tool)
    setPage(null)
  }
  const type = (): void => {
    if (!('value' in quote)) return
    const { price } = quote.value
    const timeMs = Math.round(streams?.serverNow() ?? 0)
    const from = { timeMs: Math.max(0, timeMs - FORM_SPAN_MS), price }
    setPage({ kind: 'form', draft: { kind: 'trend', from, to: { timeMs, price } }, id: null })
  }
  return (
    <div className="flex flex-col gap-2">
      <div role="group" aria-label={t('drawings.draw')} className="grid grid-cols-3 gap-2">
        {TOOLS.map((tool) => {
          const Icon = TOOL_ICONS[tool]
          return (
            <button
              key={tool}
              type="button"
              onClick={() => choose(tool)}
              className="flex min-h-16 min-w-0 flex-col items-center justify-center gap-1 rounded-control border border-line px-1 py-2 text-center text-sm hyphens-auto break-words active:bg-sunken"
            >
              <Icon size={20} />
              <span>{t(`drawings.tool.${tool}`)}</span>
            </button>
          )
        })}
      </div>
      <Button variant="quiet" block disabled={!('value' in quote)} onClick={type}>
        {t('drawings.type')}
      </Button>
    </div>
  )
}

function Drawings({ product, drawings }: { product: Product; drawings: readonly Drawing[] }) {
  const { t } = useTranslation(['chart', 'common'])
  const describe = useDrawingText(product)
  const { clearAllAtom, sheetPageAtom } = useHand()
  const setPage = useSetAtom(sheetPageAtom)
  const clear = useSetAtom(clearAllAtom)
  const [asking, ask] = useState(false)
  const erase = (): void => {
    ask(false)
    clear(product.symbol)
  }
  return (
    <section aria-label={t('chart:drawings.list')} className="flex flex-col">
      <h3 className="text-sm font-semibold">{t('chart:drawings.list')}</h3>
      <ul className="divide-y divide-line/60">
        {drawings.map((drawing) => {
          const { id, ...draft } = drawing
          const text = describe(drawing)
          const Icon = TOOL_ICONS[drawing.kind]
          return (
            <li key={id} className="flex items-center">
              <button
                type="button"
                aria-label={`${t('chart:drawings.edit')}: ${text}`}
                onClick={() => setPage({ kind: 'form', draft, id })}
                className="flex min-h-touch min-w-0 flex-1 items-center gap-2 py-2 text-start text-sm -outline-offset-2 active:bg-sunken"
              >
                <span className="shrink-0 text-ink-2">
                  <Icon size={18} />
                </span>
                <span className="figures line-clamp-3 min-w-0 break-words">{text}</span>
              </button>
              <DeleteDrawing
                symbol={product.symbol}
                id={id}
                text={text}
                label={`${t('chart:drawings.delete')}: ${text}`}
              />
            </li>
          )
        })}
      </ul>
      <Button variant="danger" block className="mt-3" onClick={() => ask(true)}>
        {t('chart:drawings.clear.action')}
      </Button>
      <ConfirmDialog
        open={asking}
        onClose={() => ask(false)}
        danger
        title={t('chart:drawings.clear.title')}
        text={t('chart:drawings.clear.text')}
        confirmLabel={t('chart:drawings.clear.action')}
        onConfirm={erase}
      />
    </section>
  )
}
