import { useAtom, useSetAtom } from 'jotai/react'
import { ChartCandlestick, ChartLine } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import {
  BAR_INTERVALS,
  CHART_KINDS,
  indicatorsAtom,
  intervalAtom,
  kindAtom,
  toggled,
  viewAtom,
} from '#features/chart/chart-choices.ts'
import {
  DrawIcon,
  EnlargeIcon,
  IndicatorsIcon,
  LiveIcon,
  ShrinkIcon,
} from '#features/chart/base/chart-icons.tsx'
import { sheetPageAtom } from '#features/chart/drawings/drawing-choices.ts'
import { LIVE_VIEWS } from '#features/chart/live/live-views.ts'
import { laterSheet } from '#lib/later.tsx'
import { IconButton } from '#ui/button.tsx'
import { join } from '#ui/join.ts'

const IndicatorSheet = laterSheet(
  async () => (await import('#features/chart/indicator-sheet.tsx')).IndicatorSheet,
)

/** Whether the chart has the whole screen, and how to change that. */
export interface ChartScreen {
  full: boolean
  onFull: (full: boolean) => void
}

const ICONS = { live: LiveIcon, candles: ChartCandlestick, line: ChartLine } as const

function Chip(props: {
  pressed: boolean
  onPress: () => void
  label: string
  children: ReactNode
}) {
  return (
    <button
      type="button"
      aria-pressed={props.pressed}
      onClick={props.onPress}
      className="relative flex min-h-touch min-w-9 shrink-0 items-center justify-center text-xs -outline-offset-2"
    >
      <span
        className={join(
          'min-w-full rounded-lg px-1.5 py-1.5 text-center whitespace-nowrap',
          props.pressed ? 'bg-brand-soft font-semibold text-brand-strong' : 'text-ink-2',
        )}
      >
        {props.children}
        <span className="sr-only"> {props.label}</span>
      </span>
    </button>
  )
}

function Kinds() {
  const { t } = useTranslation('chart')
  const [kind, setKind] = useAtom(kindAtom)
  return (
    <div role="group" aria-label={t('kinds')} className="flex flex-1">
      {CHART_KINDS.map((each) => {
        const Icon = ICONS[each]
        return (
          <IconButton
            key={each}
            label={t(`kind.${each}`)}
            aria-pressed={each === kind}
            className={each === kind ? 'bg-brand-soft text-brand-strong' : undefined}
            onClick={() => setKind(each)}
          >
            <Icon aria-hidden size={18} />
          </IconButton>
        )
      })}
    </div>
  )
}

/** The spans of the live line. */
function Views() {
  const { t } = useTranslation('chart')
  const [view, setView] = useAtom(viewAtom)
  return (
    <div role="group" aria-label={t('views')} className="flex flex-wrap gap-x-1">
      {LIVE_VIEWS.map((each) => (
        <Chip
          key={each}
          label={t(`intervalName.${each}`)}
          pressed={each === view}
          onPress={() => setView(each)}
        >
          {t(`interval.${each}`)}
        </Chip>
      ))}
    </div>
  )
}

/** The intervals of bars. They wrap, so that each can be reached on a narrow phone. */
function Intervals() {
  const { t } = useTranslation('chart')
  const [interval, setInterval] = useAtom(intervalAtom)
  return (
    <div role="group" aria-label={t('intervals')} className="flex flex-wrap">
      {BAR_INTERVALS.map((each) => (
        <Chip
          key={each}
          label={t(`intervalName.${each}`)}
          pressed={each === interval}
          onPress={() => setInterval(each)}
        >
          {t(`interval.${each}`)}
        </Chip>
      ))}
    </div>
  )
}

function Indicators() {
  const { t } = useTranslation('chart')
  const [names, setNames] = useAtom(indicatorsAtom)
  const [asked, setAsked] = useState(false)
  const [open, setOpen] = useState(false)
  const show = (): void => {
    setAsked(true)
    setOpen(true)
  }
  return (
    <>
      <IconButton label={t('indicators')} aria-haspopup="dialog" onClick={show}>
        <IndicatorsIcon size={18} />
      </IconButton>
      {asked && (
        <IndicatorSheet
          open={open}
          onClose={() => setOpen(false)}
          names={names}
          onToggle={(name) => setNames(toggled(names, name))}
        />
      )}
    </>
  )
}

/** Opens the tools and the list of drawings. */
function Draw() {
  const { t } = useTranslation('chart')
  const setPage = useSetAtom(sheetPageAtom)
  return (
    <IconButton
      label={t('drawings.draw')}
      aria-haspopup="dialog"
      onClick={() => setPage({ kind: 'list' })}
    >
      <DrawIcon size={18} />
    </IconButton>
  )
}

/** The kind of the chart with its spans or intervals, indicators of bars, drawings, and the way to the whole screen. */
export function ChartToolbar({ kind, screen }: { kind: 'live' | 'bars'; screen: ChartScreen }) {
  const { t } = useTranslation('chart')
  const Icon = screen.full ? ShrinkIcon : EnlargeIcon
  return (
    <div className="px-2">
      <div className="flex items-center">
        <Kinds />
        {kind === 'bars' && <Indicators />}
        <Draw />
        <IconButton
          label={t(screen.full ? 'leaveFullScreen' : 'fullScreen')}
          onClick={() => screen.onFull(!screen.full)}
        >
          <Icon aria-hidden size={18} />
        </IconButton>
      </div>
      {kind === 'live' ? <Views /> : <Intervals />}
    </div>
  )
}
