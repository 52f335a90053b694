import { useSetAtom } from 'jotai'
import { MonitorSmartphone } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useServerMinute } from '#data/use-server-now.ts'
import { useFormat } from '#i18n/use-format.ts'
import { useRelativeTime } from '#i18n/relative-time.ts'
import type { Answer } from '#api/api-error.ts'
import { call, type CallReply } from '#api/call.ts'
import { endOtherSessions, endSession, listSessions } from '#contract/endpoints/security.ts'
import { listDeviceKeys } from '#contract/endpoints/signing.ts'
import { NotLoaded } from '#components/loaded.tsx'
import { useErrorText } from '#i18n/error-text.ts'
import { showToastAtom } from '#notifications/toasts.ts'
import { useFetched } from '#data/use-fetched.ts'
import { Badge } from '#ui/badge.tsx'
import { Button } from '#ui/button.tsx'
import { Card } from '#ui/card.tsx'
import { ConfirmDialog } from '#ui/dialog.tsx'
import { Sheet } from '#ui/sheet.tsx'

interface Props {
  open: boolean
  onClose: () => void
}

/** The devices that are signed in to the account. Each can be signed out here. */
export function DevicesSheet({ open, onClose }: Props) {
  const { t } = useTranslation(['security', 'common'])
  return (
    <Sheet open={open} onClose={onClose} roomy title={t('security:devices.title')}>
      <Devices />
    </Sheet>
  )
}

type Device = CallReply<typeof listSessions>['sessions'][number]
type Key = CallReply<typeof listDeviceKeys>['keys'][number]

/** Enough digits to tell the keys of one user apart. */
const SHOWN_DIGITS = 8

interface DeviceProps {
  device: Device
  /** The key with which the device signs orders; undefined if it registered none. */
  orderKey: Key | undefined
  busy: boolean
  onEnd: () => void
}

/** One signed-in device: what it is, from where, and since when. */
function DeviceCard({ device, orderKey, busy, onEnd }: DeviceProps) {
  const { t } = useTranslation(['security', 'common'])
  const format = useFormat()
  const relative = useRelativeTime()
  const [asking, setAsking] = useState(false)
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
      {!device.current && (
        <p className="text-xs text-ink-3" title={format.dateTime(device.seenAt)}>
          {t('devices.seen', { time: relative(device.seenAt, nowMs) })}
        </p>
      )}
      {orderKey !== undefined && <OrderKey orderKey={orderKey} />}
      {!device.current && (
        <Button
          variant="secondary"
          size="sm"
          className="mt-2"
          aria-label={t('devices.endOne', { device: device.device })}
          disabled={busy}
          onClick={() => setAsking(true)}
        >
          {t('devices.end')}
        </Button>
      )}
      <ConfirmDialog
        open={asking}
        onClose={() => setAsking(false)}
        title={t('devices.endOne', { device: device.device })}
        text={t('devices.endOthersText', { count: 1 })}
        confirmLabel={t('devices.end')}
        onConfirm={() => {
          setAsking(false)
          onEnd()
        }}
        danger
      />
    </Card>
  )
}

/** The key with which a device signs orders, and what it is. */
function OrderKey({ orderKey: { keyId, registeredAt } }: { orderKey: Key }) {
  const { t } = useTranslation('security')
  const format = useFormat()
  const id = keyId.slice(0, SHOWN_DIGITS)
  return (
    <div className="text-xs text-ink-3">
      <p className="figures break-words">
        {t('devices.key', { id, time: format.dateTime(registeredAt) })}
      </p>
      <p>{t('devices.keyHint')}</p>
    </div>
  )
}

function Devices() {
  const { t } = useTranslation('security')
  const { fetched, reload } = useFetched(() => call(listSessions, {}))
  const { fetched: keys } = useFetched(() => call(listDeviceKeys, {}))
  // Newest first, so a device that lost its key shows the one that it uses now.
  const keyOf = (handle: string): Key | undefined =>
    keys.status === 'ready' ? keys.value.keys.find(({ session }) => session === handle) : undefined
  const { busy, end } = useEnding(reload)
  if (fetched.status !== 'ready') {
    return <NotLoaded icon={MonitorSmartphone} data={fetched} onRetry={reload} />
  }
  const { sessions } = fetched.value
  const others = sessions.filter(({ current }) => !current).length
  const one = ({ handle }: Device) =>
    end(() => call(endSession, { params: { handle } }), t('devices.ended'))
  return (
    <div className="flex flex-col gap-3 py-2">
      <ul className="flex flex-col gap-2">
        {sessions.map((device) => (
          <li key={device.handle}>
            <DeviceCard
              device={device}
              orderKey={keyOf(device.handle)}
              busy={busy}
              onEnd={() => void one(device)}
            />
          </li>
        ))}
      </ul>
      {others > 0 && (
        <EndOthers
          count={others}
          busy={busy}
          onEnd={() => void end(() => call(endOtherSessions, {}), t('devices.othersEnded'))}
        />
      )}
    </div>
  )
}

/** Another device may have ended the session before. Then the list is only read again. */
function useEnding(reload: () => void) {
  const toast = useSetAtom(showToastAtom)
  const { errorText } = useErrorText()
  const [busy, setBusy] = useState(false)
  const end = async (send: () => Promise<Answer<unknown>>, done: string): Promise<void> => {
    setBusy(true)
    const answer = await send()
    setBusy(false)
    const gone = !answer.ok && answer.error.kind === 'rejected' && answer.error.code === 'not_found'
    if (answer.ok || gone) toast({ tone: 'good', text: done })
    else toast({ tone: 'bad', text: errorText(answer.error) })
    reload()
  }
  return { busy, end }
}

function EndOthers({ count, busy, onEnd }: { count: number; busy: boolean; onEnd: () => void }) {
  const { t } = useTranslation(['security', 'common'])
  const [asking, setAsking] = useState(false)
  return (
    <>
      <Button variant="danger" block busy={busy} onClick={() => setAsking(true)}>
        {t('security:devices.endOthers')}
      </Button>
      <ConfirmDialog
        open={asking}
        onClose={() => setAsking(false)}
        title={t('security:devices.endOthersTitle')}
        text={t('security:devices.endOthersText', { count })}
        confirmLabel={t('security:devices.endOthers')}
        onConfirm={() => {
          setAsking(false)
          onEnd()
        }}
        danger
      />
    </>
  )
}
