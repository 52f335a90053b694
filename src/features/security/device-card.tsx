import { useTranslation } from 'react-i18next'
import type { CallReply } from '#api/call.ts'
import type { listSessions } from '#contract/endpoints/security.ts'
import { useFormat } from '#i18n/format.ts'
import { useRelativeTime } from '#i18n/relative-time.ts'
import { useServerMinute } from '#data/use-server-now.ts'
import { Badge } from '#ui/badge.tsx'
import { Button } from '#ui/button.tsx'
import { Card } from '#ui/card.tsx'

export type Device = CallReply<typeof listSessions>['sessions'][number]

interface Props {
  device: Device
  busy: boolean
  onEnd: () => void
}

/** One signed-in device: what it is, from where, and since when. */
export function DeviceCard({ device, busy, onEnd }: Props) {
  const { t } = useTranslation('security')
  const format = useFormat()
  const relative = useRelativeTime()
  const nowMs = useServerMinute()
  return (
    <Card>
      <div className="flex flex-wrap items-center gap-x-2 gap-y-1">
        <p className="min-w-0 font-medium break-words">{device.device || t('devices.unnamed')}</p>
        {device.current && <Badge tone="good">{t('devices.current')}</Badge>}
      </div>
      <p className="figures text-xs break-words text-ink-2">{device.address}</p>
      <p className="text-xs text-ink-3">
        {t('devices.since', { time: format.dateTime(device.createdAt) })}
      </p>
      <p className="text-xs text-ink-3" title={format.dateTime(device.seenAt)}>
        {t('devices.seen', { time: relative(device.seenAt, nowMs) })}
      </p>
      {!device.current && (
        <Button
          variant="secondary"
          size="sm"
          className="mt-2"
          aria-label={t('devices.endOne', { device: device.device })}
          disabled={busy}
          onClick={onEnd}
        >
          {t('devices.end')}
        </Button>
      )}
    </Card>
  )
}
