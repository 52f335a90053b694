import { useAtomValue } from 'jotai'
import { useTranslation } from 'react-i18next'
import { useSeconds } from '#lib/use-seconds.ts'
import { type Connection, streamsAtom } from '#streams'

export type ConnectionState = Connection['status'] | 'polled'

/** The connection as users are told of it, and the server's time of the newest price while none arrives. */
export function stateOf(connection: Connection): { state: ConnectionState; asOf: number | null } {
  const isPolled = 'polled' in connection && connection.status === 'live'
  return {
    state: isPolled ? 'polled' : connection.status,
    asOf: 'asOf' in connection ? connection.asOf : null,
  }
}

/** Seconds since the newest price. */
export function Age({ asOf }: { asOf: number }) {
  const streams = useAtomValue(streamsAtom)
  const { t } = useTranslation('common')
  useSeconds()
  if (streams === null) return null
  const seconds = Math.max(0, Math.floor((streams.serverNow() - asOf) / 1000))
  return <span className="figures">{t('connection.age', { seconds })}</span>
}
