import { useAtom, useSetAtom } from 'jotai/react'
import { ChartCandlestick, ChartLine } from 'lucide-react'
import { type ComponentProps, type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { BAR_INTERVALS, CHART_KINDS, toggled, useChoices } from '#features/chart/chart-choices.ts'
import {
  DrawIcon,
  EnlargeIcon,
  IndicatorsIcon,
  LiveIcon,
  ShrinkIcon,
} from '#features/chart/base/chart-icons.tsx'
import { useHand } from '#features/chart/drawings/drawing-choices.ts'
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
          'min-w-full rounded-lg px-1 py-1.5 text-center whitespace-nowrap @2xl:px-1.5',
          props.pressed ? 'bg-brand-soft font-semibold text-brand-strong' : 'text-ink-2',
        )}
      >
        {props.children}
        <span className="sr-only"> {props.label}</span>
      </span>
    </button>
  )
}

/** A tool is its icon, and has its name beside it where there is room. The icon alone has a tooltip. */
function Tool({ label, children, className, ...rest }: ComponentProps<typeof IconButton>) {
  return (
    <IconButton
      label={label}
      {...rest}
      className={join('gap-1.5 text-xs whitespace-nowrap @4xl:w-auto @4xl:px-2.5', className)}
    >
      {children}
      <span aria-hidden className="hidden @4xl:inline">
        {label}
      </span>
    </IconButton>
  )
}

function Kinds() {
  const { t } = useTranslation('chart')
  const [kind, setKind] = useAtom(useChoices().kindAtom)
  return (
    <div role="group" aria-label={t('kinds')} className="flex">
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

interface Span<Name> {
  name: Name
  short: string
  long: string
}

interface SpansProps<Name> {
  label: string
  all: readonly Span<Name>[]
  chosen: Name
  choose: (name: Name) => void
  /** The classes of both forms, which depend on how much room the chart has. */
  forms: { chips: string; list: string }
}

/** The spans of the live line or the intervals of bars: side by side, or where that is too wide, as a list. */
function Spans<Name extends string>({ label, all, chosen, choose, forms }: SpansProps<Name>) {
  return (
    <>
      <div role="group" aria-label={label} className={join('hidden flex-wrap', forms.chips)}>
        {all.map(({ name, short, long }) => (
          <Chip key={name} label={long} pressed={name === chosen} onPress={() => choose(name)}>
            {short}
          </Chip>
        ))}
      </div>
      <select
        aria-label={label}
        value={chosen}
        onChange={({ target }) => {
          const next = all.find(({ name }) => name === target.value)
          if (next !== undefined) choose(next.name)
        }}
        className={join(
          'min-h-touch min-w-14 flex-1 rounded-lg bg-brand-soft ps-1.5 text-xs font-semibold text-brand-strong',
          forms.list,
        )}
      >
        {all.map(({ name, short }) => (
          <option key={name} value={name}>
            {short}
          </option>
        ))}
      </select>
    </>
  )
}

const ROOM = {
  bars: { chips: '@[42rem]:flex', list: '@[42rem]:hidden' },
  live: { chips: '@[24rem]:flex', list: '@[24rem]:hidden' },
  /** With units that are words. */
  long: { chips: '@[28rem]:flex', list: '@[28rem]:hidden' },
} as const
const SHORT_LETTERS = 4

function Views() {
  const { t } = useTranslation('chart')
  const [view, setView] = useAtom(useChoices().viewAtom)
  const all = LIVE_VIEWS.map((name) => ({
    name,
    short: t(`interval.${name}`),
    long: t(`intervalName.${name}`),
  }))
  const isLong = all.some(({ short }) => short.length > SHORT_LETTERS)
  return (
    <Spans
      label={t('views')}
      all={all}
      chosen={view}
      choose={setView}
      forms={isLong ? ROOM.long : ROOM.live}
    />
  )
}

function Intervals() {
  const { t } = useTranslation('chart')
  const [interval, setInterval] = useAtom(useChoices().intervalAtom)
  const all = BAR_INTERVALS.map((name) => ({
    name,
    short: t(`interval.${name}`),
    long: t(`intervalName.${name}`),
  }))
  return (
    <Spans
      label={t('intervals')}
      all={all}
      chosen={interval}
      choose={setInterval}
      forms={ROOM.bars}
    />
  )
}

function Indicators() {
  const { t } = useTranslation('chart')
  const [names, setNames] = useAtom(useChoices().indicatorsAtom)
  const [asked, setAsked] = useState(false)
  const [open, setOpen] = useState(false)
  const show = (): void => {
    setAsked(true)
    setOpen(true)
  }
  return (
    <>
      <Tool label={t('indicators')} aria-haspopup="dialog" onClick={show}>
        <IndicatorsIcon size={18} />
      </Tool>
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
  const setPage = useSetAtom(useHand().sheetPageAtom)
  return (
    <Tool
      label={t('drawings.draw')}
      aria-haspopup="dialog"
      onClick={() => setPage({ kind: 'list' })}
    >
      <DrawIcon size={18} />
    </Tool>
  )
}

/**
 * One line with the kind of the chart, its spans or intervals, indicators of bars, drawings, and the way to the whole
 * screen.
 */
export function ChartToolbar({ kind, screen }: { kind: 'live' | 'bars'; screen: ChartScreen }) {
  const { t } = useTranslation('chart')
  const Icon = screen.full ? ShrinkIcon : EnlargeIcon
  return (
    <div className="shrink-0 pt-0.5 trade:hidden">
      <div className="flex flex-wrap items-center @[22rem]:px-1 @2xl:gap-x-2 @2xl:px-2">
        <Kinds />
        {kind === 'live' ? <Views /> : <Intervals />}
        <div className="ms-auto flex">
          {kind === 'bars' && <Indicators />}
          <Draw />
          <Tool
            label={t(screen.full ? 'leaveFullScreen' : 'fullScreen')}
            onClick={() => screen.onFull(!screen.full)}
          >
            <Icon aria-hidden size={18} />
          </Tool>
        </div>
      </div>
    </div>
  )
}
