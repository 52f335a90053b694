import { useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { call } from '#api/call.ts'
import { deskOutlet } from '#contract/endpoints/mail.ts'
import { useFetched } from '#data/use-fetched.ts'
import { useServerMinute } from '#data/use-server-now.ts'
import { useFormat } from '#i18n/use-format.ts'
import { Notice } from '#ui/notice.tsx'

const EVERY_MS = 60_000
/** Mail that is refused for now waits a minute and then five. That is nothing to look at. */
const LATE_MS = 600_000

/** Shown while notices by mail or webhook wait for long, and for a day after some failed. */
export function OutletLine() {
  const { t } = useTranslation('desk')
  const format = useFormat()
  const now = useServerMinute()
  const { fetched, reload } = useFetched(() => call(deskOutlet, {}))
  useEffect(() => {
    const timer = setInterval(reload, EVERY_MS)
    return () => clearInterval(timer)
  }, [reload])
  if (fetched.status !== 'ready') return null
  const shown = fetched.value.channels.filter(
    ({ oldest, failed }) => failed > 0 || (oldest !== null && now - oldest > LATE_MS),
  )
  return shown.map(({ channel, waiting, oldest, failed }) => (
    <div key={channel} className="pb-2">
      <Notice tone={failed > 0 ? 'bad' : 'info'}>
        <p className="font-semibold">{t(`outlet.${channel}`)}</p>
        <p>
          {oldest === null
            ? t('outlet.none')
            : t('outlet.waiting', { count: waiting, time: format.dateTime(oldest) })}
        </p>
        {failed > 0 && <p>{t('outlet.failed', { count: failed })}</p>}
      </Notice>
    </div>
  ))
}
