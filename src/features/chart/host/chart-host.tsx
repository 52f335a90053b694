import { type ComponentType, Suspense, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useServerMinute } from '#data/use-server-now.ts'
import { ToEdgeIcon } from '#features/chart/base/chart-icons.tsx'
import { DrawingStrip } from '#features/chart/drawings/drawing-strip.tsx'
import type { MenuPoint } from '#features/chart/host/chart-menu.tsx'
import { ChartPlace } from '#features/chart/host/chart-place.tsx'
import type { Engine, LegendProps } from '#features/chart/host/engine.ts'
import {
  type EngineProps,
  type LegendStore,
  useEngine,
  useTold,
} from '#features/chart/host/use-engine.ts'
import { later } from '#lib/later.tsx'
import { IconButton } from '#ui/button.tsx'
import { ChartCredit } from '#ui/chart-credit.tsx'
import { join } from '#ui/join.ts'

const ChartMenu = later(async () => (await import('#features/chart/host/chart-menu.tsx')).ChartMenu)

interface Props<Labels, Data, Made extends Engine> extends EngineProps<Labels, Data, Made> {
  Legend: ComponentType<LegendProps<Labels, Data>>
  /** The time of which the foot names the zone, in ms; null for the present. */
  pointedMs(data: Data | null): number | null
  className?: string
}

interface ToldProps<Data> {
  told: LegendStore<Data>
}

type LegendOfProps<Labels, Data> = ToldProps<Data> &
  Pick<Props<Labels, Data, Engine>, 'product' | 'labels' | 'Legend'>

function LegendOf<Labels, Data>({ told, Legend, ...props }: LegendOfProps<Labels, Data>) {
  return <Legend {...props} data={useTold(told)} />
}

type ZoneProps<Labels, Data> = ToldProps<Data> &
  Pick<Props<Labels, Data, Engine>, 'labels' | 'pointedMs'>

function Zone<Labels, Data>({ told, labels, pointedMs }: ZoneProps<Labels, Data>) {
  const { t } = useTranslation('chart')
  const nowMs = useServerMinute()
  const data = useTold(told)
  const timeMs = pointedMs(data) ?? nowMs
  return timeMs > 0 && <p>{t('zone', { zone: labels.zone(timeMs) })}</p>
}

type MenuProps = Pick<EngineProps<unknown, unknown, Engine>, 'product' | 'links'> & {
  at: MenuPoint | null
  onClose: () => void
  onReset: () => void
}

/** Loaded when it is first asked for. It keeps its place while it closes. */
function Menu({ at, product, links, onClose, onReset }: MenuProps) {
  const [last, setLast] = useState(at)
  if (at !== null && at !== last) setLast(at)
  if (last === null) return null
  return (
    <Suspense>
      <ChartMenu
        product={product}
        at={last}
        open={at !== null}
        onClose={onClose}
        onReset={onReset}
        onAlertAt={links.onAlertAt}
      />
    </Suspense>
  )
}

/** A chart with its legend, the user's drawings and the zone of its times. An engine draws it. */
export function ChartHost<Labels, Data, Made extends Engine>(props: Props<Labels, Data, Made>) {
  const { t } = useTranslation('chart')
  const { product, labels, Legend, pointedMs, className } = props
  const { told, box, engine, state, following, menu, closeMenu } = useEngine(props)
  return (
    <>
      <LegendOf told={told} product={product} labels={labels} Legend={Legend} />
      <ChartPlace product={product} state={state}>
        <div ref={box} className={join('absolute inset-0', className)} />
        <DrawingStrip product={product} />
        {!following && (
          <IconButton
            label={t('now')}
            onClick={() => engine.current?.follow()}
            className="absolute end-20 bottom-9 z-10 border border-line bg-surface shadow-card"
          >
            <ToEdgeIcon size={18} />
          </IconButton>
        )}
        <Menu
          at={menu}
          product={product}
          links={props.links}
          onClose={closeMenu}
          onReset={() => engine.current?.fit()}
        />
      </ChartPlace>
      <div className="flex flex-wrap items-center justify-between gap-x-3 px-3 pb-1 text-xs text-ink-3">
        <ChartCredit />
        <Zone told={told} labels={labels} pointedMs={pointedMs} />
      </div>
    </>
  )
}
