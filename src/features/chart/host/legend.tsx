import { useAtomValue } from 'jotai/react'
import { ChevronDown } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { drawingsAtom } from '#features/chart/drawings/drawing-choices.ts'
import { join } from '#ui/join.ts'

export function Pair({ label, value }: { label: string; value: string }) {
  return (
    <span className="whitespace-nowrap">
      <span className="text-ink-3">{label}</span> <span>{value}</span>
    </span>
  )
}

const SAMPLE = { width: 24, height: 10 } as const

/** What the lines over the prices are: an order has round ends, and a drawing square ones. */
function DrawnLines({ symbol }: { symbol: string }) {
  const { t } = useTranslation('chart')
  const hasDrawings = useAtomValue(drawingsAtom(symbol)).length > 0
  return (
    <>
      <span className="flex items-center gap-2">
        <svg aria-hidden {...SAMPLE} className="shrink-0">
          <path d="M4 5h20" stroke="var(--color-up)" strokeWidth="1.5" />
          <circle cx="4" cy="5" r="4" fill="var(--color-up)" />
        </svg>
        {t('drawings.legend.order')}
      </span>
      {hasDrawings && (
        <span className="flex items-center gap-2">
          <svg aria-hidden {...SAMPLE} className="shrink-0">
            <path d="M5 5h14" stroke="currentColor" strokeWidth="1.25" strokeDasharray="8 3 2 3" />
            <path d="M0 2.5h5v5H0zM19 2.5h5v5h-5z" fill="currentColor" />
          </svg>
          {t('drawings.legend.drawing')}
        </span>
      )}
    </>
  )
}

interface LegendProps {
  symbol: string
  /** The same in words, for screen readers. It can be navigated to but is never announced. */
  inWords: string | null
  line: ReactNode
  /** What opens below the line, above what the drawn lines are. */
  children?: ReactNode
}

/** One line that opens over the chart on a tap. It keeps its height while there is nothing to show. */
export function Legend({ symbol, inWords, line, children }: LegendProps) {
  const { t } = useTranslation('chart')
  const [open, setOpen] = useState(false)
  return (
    <>
      <div className="figures @container relative px-3 text-xs text-ink-2">
        <button
          type="button"
          aria-expanded={open}
          onClick={() => setOpen(!open)}
          className="flex min-h-8 w-full items-center gap-1 text-start -outline-offset-2"
        >
          <span className="sr-only">{t('values')}</span>
          <span aria-hidden className="flex min-w-0 flex-1 gap-x-2 overflow-hidden">
            {line}
          </span>
          <ChevronDown
            aria-hidden
            size={14}
            className={join('shrink-0 text-ink-3', open && 'rotate-180')}
          />
        </button>
        {open && (
          <div className="absolute inset-x-0 top-full z-20 flex flex-col gap-0.5 bg-surface/95 px-3 pb-1">
            {children}
            <DrawnLines symbol={symbol} />
          </div>
        )}
      </div>
      {inWords !== null && <p className="sr-only">{inWords}</p>}
    </>
  )
}
