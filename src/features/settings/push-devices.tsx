import { useAtomValue } from 'jotai'
import { X } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { call } from '#api/call.ts'
import { removePushDevice } from '#contract/endpoints/push.ts'
import type { PushDevice } from '#contract/push.ts'
import { useFormat } from '#i18n/format.ts'
import { pushWaysAtom } from '#lib/push-ways.ts'
import { useSubmission } from '#lib/use-submission.ts'
import { IconButton } from '#ui/button.tsx'

interface Props {
  devices: readonly PushDevice[]
  onChange: () => void
}

/** Every browser that receives pushes, each with a button to remove it. */
export function PushDevices({ devices, onChange }: Props) {
  const { t } = useTranslation('push')
  return (
    <div className="px-4 py-2">
      <h3 className="text-xs text-ink-3">{t('devices')}</h3>
      <ul>
        {devices.map((device) => (
          <Device key={device.id} device={device} onGone={onChange} />
        ))}
      </ul>
    </div>
  )
}

function Device({ device, onGone }: { device: PushDevice; onGone: () => void }) {
  const { t } = useTranslation('push')
  const format = useFormat()
  const { busy, run } = useSubmission()
  const name = device.label === '' ? t('unknownDevice') : device.label
  const ways = useAtomValue(pushWaysAtom)
  const remove = (): void => {
    if (device.current) void ways.forget()
    void run(() => call(removePushDevice, { params: { id: device.id } }), onGone)
  }
  return (
    <li className="flex min-h-touch items-center gap-2">
      <span className="min-w-0 flex-1 text-sm">
        <span className="block break-words">{name}</span>
        <span className="block text-xs text-ink-3">
          {device.current ? t('thisDevice') : format.date(device.createdAt)}
        </span>
      </span>
      <IconButton label={t('remove', { device: name })} disabled={busy} onClick={remove}>
        <X aria-hidden size={20} />
      </IconButton>
    </li>
  )
}
