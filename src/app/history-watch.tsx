import { atom, useAtom, useAtomValue, useStore } from 'jotai'
import { useEffect, useEffectEvent } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router-dom'
import { call } from '#api/call.ts'
import { listCheckpoints } from '#contract/endpoints/history.ts'
import { deviceTools } from '#lib/proof/device-tools.ts'
import {
  compareHistory,
  type HistoryAlarm,
  type KnownHistory,
  knownHistoryAtom,
  type Shown,
} from '#lib/proof/known-history.ts'
import { useFormat } from '#i18n/format.ts'
import { PATHS } from '#lib/paths.ts'
import { connectionAtom } from '#streams'
import { Notice } from '#ui/notice.tsx'

/** Set until the next visit, or until the history matches again. */
const historyAlarmAtom = atom<HistoryAlarm | null>(null)

/** Null when the history could not be read. */
async function shownFor(known: KnownHistory | null): Promise<Shown | null> {
  const newest = await call(listCheckpoints, { query: { limit: 1 } })
  if (!newest.ok) return null
  const { checkpoints, keys } = newest.value
  if (known === null || known.number === 0)
    return { newest: checkpoints[0], again: undefined, keys }
  const query = { before: known.number + 1, limit: 1 }
  const again = await call(listCheckpoints, { query })
  return again.ok ? { newest: checkpoints[0], again: again.value.checkpoints[0], keys } : null
}

/** Compares what the server signed with what this device saw before, on each connection. An alarm stays visible. */
export function HistoryWatch() {
  const store = useStore()
  const isLive = useAtomValue(connectionAtom).status === 'live'
  const [alarm, setAlarm] = useAtom(historyAlarmAtom)
  const compare = useEffectEvent(async (): Promise<void> => {
    const shown = await shownFor(store.get(knownHistoryAtom))
    if (shown === null) return
    const finding = await compareHistory(store.get(knownHistoryAtom), shown, deviceTools)
    setAlarm(finding.alarm)
    if (finding.alarm === null) store.set(knownHistoryAtom, finding.known)
  })
  useEffect(() => {
    if (isLive) void compare()
  }, [isLive])
  return alarm === null ? null : <Alarm alarm={alarm} />
}

function Alarm({ alarm }: { alarm: HistoryAlarm }) {
  const { t } = useTranslation('proof')
  const format = useFormat()
  return (
    <div className="px-4 py-2">
      <Notice tone="bad">
        <p className="font-semibold">{t('alarm.title')}</p>
        <p>
          {t(`alarm.${alarm.kind}`, { number: alarm.number, time: format.dateTime(alarm.timeMs) })}
        </p>
        <Link to={PATHS.trust} className="inline-flex min-h-touch items-center underline">
          {t('alarm.more')}
        </Link>
      </Notice>
    </div>
  )
}
