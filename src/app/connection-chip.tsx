import { useAtomValue } from 'jotai'
import { useTranslation } from 'react-i18next'
import { useSeconds } from '#lib/use-seconds.ts'
import { connectionAtom, streamsAtom } from '#streams'
import { Badge, type BadgeTone } from '#ui/badge.tsx'

const TONES = {
  connecting: 'neutral',
  live: 'good',
  polled: 'neutral',
  stale: 'warn',
  reconnecting: 'warn',
  ended: 'bad',
} as const satisfies Record<string, BadgeTone>

/** Shows the state of the connection. Screen readers announce the state but not the running age. */
export function ConnectionChip() {
  const connection = useAtomValue(connectionAtom)
  const { t } = useTranslation('common')
  const look = 'polled' in connection && connection.status === 'live' ? 'polled' : connection.status
  const asOf = 'asOf' in connection ? connection.asOf : null
  return (
    <span role="status" className="flex min-w-0 *:min-w-0" data-connection={connection.status}>
      <Badge tone={TONES[look]}>
        <span
          aria-hidden
          className={`size-1.5 rounded-full bg-current ${connection.status === 'live' ? '' : 'animate-skeleton'}`}
        />
        <span className={connection.status === 'live' ? 'max-[22rem]:sr-only' : 'truncate'}>
          {t(`connection.${look}`)}
        </span>
        {asOf !== null && <Age asOf={asOf} />}
      </Badge>
    </span>
  )
}

function Age({ asOf }: { asOf: number }) {
  const streams = useAtomValue(streamsAtom)
  const { t } = useTranslation('common')
  useSeconds()
  if (streams === null) return null
  const seconds = Math.max(0, Math.floor((streams.serverNow() - asOf) / 1000))
  return (
    <span aria-hidden className="figures">
      {t('connection.age', { seconds })}
    </span>
  )
}
