import { useAtom, useAtomValue, useSetAtom } from 'jotai/react'
import { useTranslation } from 'react-i18next'
import type { Product } from '#contract/product.ts'
import { TOOL_ICONS } from '#features/chart/base/chart-icons.tsx'
import { drawingsAtom, useHand } from '#features/chart/drawings/drawing-choices.ts'
import { isFull, TOOLS } from '#features/chart/drawings/drawings.ts'
import { IconButton } from '#ui/button.tsx'

/** The tools beside a wide chart: one click, and the next one draws. On a phone they are in a sheet. */
export function DrawingRail({ product }: { product: Product }) {
  const { t } = useTranslation('chart')
  const { selectedAtom, toolAtom } = useHand()
  const [tool, setTool] = useAtom(toolAtom)
  const select = useSetAtom(selectedAtom)
  const full = isFull(useAtomValue(drawingsAtom(product.symbol)))
  return (
    <div
      role="group"
      aria-label={t('drawings.draw')}
      className="hidden flex-col border-e border-line/60 @2xl:flex"
    >
      {TOOLS.map((each) => {
        const Icon = TOOL_ICONS[each]
        return (
          <IconButton
            key={each}
            label={t(`drawings.tool.${each}`)}
            aria-pressed={tool === each}
            disabled={full}
            className={tool === each ? 'bg-brand-soft text-brand-strong' : undefined}
            onClick={() => {
              select(null)
              setTool(tool === each ? null : each)
            }}
          >
            <Icon size={18} />
          </IconButton>
        )
      })}
    </div>
  )
}
