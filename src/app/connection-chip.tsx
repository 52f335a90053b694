import { useAtomValue } from 'jotai'
import { useTranslation } from 'react-i18next'
import { useSeconds } from '#lib/use-seconds.ts'
import { shownPriceAtom } from '#lib/shown-price.ts'
import { connectionAtom, streamsAtom } from '#streams'
import { Badge, type BadgeTone } from '#ui/badge.tsx'

const TONES = {
  connecting: 'neutral',
  up: 'good',
  live: 'good',
  stale: 'warn',
  reconnecting: 'warn',
  ended: 'bad',
} as const satisfies Record<string, BadgeTone>

/** Shows the state of the connection, and whether the price on the page is live. Screen readers announce the state but not the running age. */
export function ConnectionChip() {
  const connection = useAtomValue(connectionAtom)
  const shown = useAtomValue(shownPriceAtom)
  const { t } = useTranslation('common')
  const { status } = connection
  const word = status === 'live' ? shown : status
  const asOf = 'asOf' in connection ? connection.asOf : null
  return (
    <span role="status" className="flex" data-connection={status}>
      <Badge tone={TONES[word]}>
        <span
          aria-hidden
          className={`size-1.5 rounded-full bg-current ${status === 'live' ? '' : 'animate-skeleton'}`}
        />
        <span className={status === 'live' ? 'max-[22rem]:sr-only' : ''}>
          {t(`connection.${word}`)}
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
