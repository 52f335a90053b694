import { atom, type createStore } from 'jotai/vanilla'
import { useAtomValue, useSetAtom, useStore } from 'jotai'
import { useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router-dom'
import { call } from '#api/call.ts'
import {
  listChain,
  listCheckpoints,
  presentCheckpoints,
  proveCheckpoint,
} from '#contract/endpoints/history.ts'
import { useFormat } from '#i18n/use-format.ts'
import { PATHS } from '#lib/paths.ts'
import { deviceTools } from '#proof/device-tools.ts'
import { type Doubt, type HistoryAlarm, type Proof, unshownBy } from '#app/history-alarm.ts'
import { watchHistory } from '#app/history-watcher.ts'
import { newestCheckpointAtom } from '#data/newest-checkpoint.ts'
import { pageVisibleAtom } from '#device/page-visible.ts'
import { type KnownHistory, knownHistoryAtom, storedHistory } from '#device/known-history.ts'
import { saveFile } from '#lib/save-file.ts'
import { connectionAtom } from '#streams'
import { Button } from '#ui/button.tsx'
import { Notice } from '#ui/notice.tsx'

/** Null until there is something to say. */
const historyAlarmAtom = atom<HistoryAlarm | null>(null)

/** Watches the signed history at each connection and with each new checkpoint. Returns a function that stops it. */
function watch(store: ReturnType<typeof createStore>): () => void {
  const stored = (): KnownHistory | null => storedHistory() ?? store.get(knownHistoryAtom)
  let presenting = false
  /** Shows the server what it signed and does not show, until it answers. */
  const present = async (alarm: Doubt | Proof): Promise<void> => {
    const checkpoints = unshownBy(alarm, stored())
    if (presenting || checkpoints.length === 0) return
    presenting = true
    const answer = await call(presentCheckpoints, { body: { checkpoints } })
    presenting = answer.ok
  }
  const watcher = watchHistory({
    stored,
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
    starts: async (query) => {
      const answer = await call(listChain, { params: { chain: 'starts' }, query, fresh: true })
      return answer.ok ? answer.value.records : null
    },
    toolsOf: deviceTools,
    store: (known) => store.set(knownHistoryAtom, known),
    show: (alarm) => {
      store.set(historyAlarmAtom, alarm)
      if (alarm !== null && alarm.kind !== 'restored') void present(alarm)
    },
    isShown: () => store.get(pageVisibleAtom),
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
  const take = (): void => {
    const newest = store.get(newestCheckpointAtom)
    if (newest !== null) watcher.pushed(newest)
  }
  const unsubscribe = [
    store.sub(knownHistoryAtom, watcher.look),
    store.sub(pageVisibleAtom, watcher.look),
    store.sub(connectionAtom, look),
    store.sub(newestCheckpointAtom, take),
  ]
  look()
  return () => {
    watcher.stop()
    for (const leave of unsubscribe) leave()
  }
}

/** The user has read what a restore says. */
const closeRestoreAtom = atom(null, (get, set): void => {
  const known = storedHistory() ?? get(knownHistoryAtom)
  if (known?.restore === undefined) return
  set(knownHistoryAtom, { ...known, restore: { ...known.restore, isSeen: true } })
})

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
  const { t } = useTranslation(['proof', 'common'])
  const format = useFormat()
  const close = useSetAtom(closeRestoreAtom)
  const isRestore = alarm.kind === 'restored'
  return (
    <div className="px-4 py-2">
      <Notice tone={isRestore ? 'info' : 'bad'}>
        <p className="font-semibold">{t(isRestore ? 'alarm.restoredTitle' : 'alarm.title')}</p>
        <p>
          {t(`alarm.${alarm.kind}`, { number: alarm.number, time: format.dateTime(alarm.timeMs) })}
        </p>
        {isRestore && (
          <Button variant="secondary" size="sm" block onClick={close}>
            {t('common:close')}
          </Button>
        )}
        {alarm.kind === 'contradiction' && (
          <Button variant="secondary" size="sm" block onClick={() => saveProof(alarm)}>
            {t('alarm.save')}
          </Button>
        )}
        {!isRestore && (
          <Link to={PATHS.trust} className="inline-flex min-h-touch items-center underline">
            {t('alarm.more')}
          </Link>
        )}
      </Notice>
    </div>
  )
}
