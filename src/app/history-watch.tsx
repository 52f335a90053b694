import { atom, type createStore } from 'jotai/vanilla'
import { useAtomValue, useStore } from 'jotai'
import { useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router-dom'
import { call } from '#api/call.ts'
import { listCheckpoints, proveCheckpoint } from '#contract/endpoints/history.ts'
import { useFormat } from '#i18n/use-format.ts'
import { PATHS } from '#lib/paths.ts'
import { deviceTools } from '#proof/device-tools.ts'
import type { HistoryAlarm, Proof } from '#app/history-comparison.ts'
import { watchHistory } from '#app/history-watcher.ts'
import { knownHistoryAtom, storedHistory } from '#device/known-history.ts'
import { saveFile } from '#lib/save-file.ts'
import { connectionAtom } from '#streams'
import { Button } from '#ui/button.tsx'
import { Notice } from '#ui/notice.tsx'

/** Null until there is something to say. */
const historyAlarmAtom = atom<HistoryAlarm | null>(null)

/** Watches the signed history at each connection and each minute. Returns a function that stops it. */
function watch(store: ReturnType<typeof createStore>): () => void {
  const watcher = watchHistory({
    stored: () => storedHistory() ?? store.get(knownHistoryAtom),
    ask: async (query, fresh) => {
      const answer = await call(listCheckpoints, { query, fresh })
      return answer.ok ? answer.value : null
    },
    prove: async ({ number, of }) => {
      const answer = await call(proveCheckpoint, { params: { number }, query: { of }, fresh: true })
      if (answer.ok) return answer.value
      const { error } = answer
      return error.kind === 'rejected' && error.code === 'not_found' ? 'none' : null
    },
    toolsOf: deviceTools,
    store: (known) => store.set(knownHistoryAtom, known),
    show: (alarm) => store.set(historyAlarmAtom, alarm),
    after: (ms, run) => {
      const timer = setTimeout(run, ms)
      return () => clearTimeout(timer)
    },
  })
  let wasLive = false
  const look = (): void => {
    const isLive = store.get(connectionAtom).status === 'live'
    if (isLive !== wasLive) watcher.live(isLive)
    wasLive = isLive
  }
  const unsubscribe = [store.sub(knownHistoryAtom, watcher.hear), store.sub(connectionAtom, look)]
  look()
  return () => {
    watcher.stop()
    for (const leave of unsubscribe) leave()
  }
}

/** Compares what the server signed with what this device saw before, and says when they do not agree. */
export function HistoryWatch() {
  const store = useStore()
  const alarm = useAtomValue(historyAlarmAtom)
  useEffect(() => watch(store), [store])
  return alarm === null ? null : <Alarm alarm={alarm} />
}

function saveProof({ number, first, second, keys }: Proof): void {
  const file = new Blob([JSON.stringify({ first, second, keys }, null, 2)], {
    type: 'application/json',
  })
  saveFile(file, `fairtick-contradiction-${number}.json`)
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
        {alarm.kind === 'contradiction' && (
          <Button variant="secondary" size="sm" block onClick={() => saveProof(alarm)}>
            {t('alarm.save')}
          </Button>
        )}
        <Link to={PATHS.trust} className="inline-flex min-h-touch items-center underline">
          {t('alarm.more')}
        </Link>
      </Notice>
    </div>
  )
}
