import { useAtomValue } from 'jotai'
import { X } from 'lucide-react'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Refusal } from '#components/refusal.tsx'
import { call } from '#api/call.ts'
import {
  addPushDevice,
  getPush,
  removePushDevice,
  setPushSwitches,
} from '#contract/endpoints/push.ts'
import type { PushDevice, PushSwitches } from '#contract/push.ts'
import { useErrorText } from '#i18n/error-text.ts'
import { useFormat } from '#i18n/use-format.ts'
import { pushTexts } from '#i18n/push-texts.ts'
import { languageOf } from '#i18n/setup.ts'
import { keepPushTexts } from '#device/push-texts.ts'
import { webPushAtom } from '#notifications/push-subscription.ts'
import { useFetched } from '#data/use-fetched.ts'
import { refusalOf } from '#forms/form.ts'
import { useSubmission } from '#forms/use-submission.ts'
import { IconButton } from '#ui/button.tsx'
import { Notice } from '#ui/notice.tsx'
import { Section } from '#ui/section.tsx'
import { Skeleton } from '#ui/skeleton.tsx'
import { Switch } from '#ui/switch.tsx'

type Trouble = 'refused' | 'failed' | null

interface PushDevicesProps {
  devices: readonly PushDevice[]
  onChange: () => void
}

/** Every browser that receives pushes, each with a button to remove it. */
function PushDevices({ devices, onChange }: PushDevicesProps) {
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
  const webPush = useAtomValue(webPushAtom)
  const remove = (): void => {
    if (device.current) void webPush.forget()
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

const KINDS = ['settled', 'reviews', 'alerts', 'announcements'] as const

/** One switch per kind of push, for all devices of the user. */
function PushKinds({ switches }: { switches: PushSwitches }) {
  const { t } = useTranslation('push')
  const [shown, show] = useState(switches)
  const { submission, busy, run } = useSubmission()
  const change = (kind: keyof PushSwitches, on: boolean): void => {
    const body = { ...shown, [kind]: on }
    void run(
      () => call(setPushSwitches, { body }),
      (reply) => show(reply.switches),
    )
  }
  return (
    <fieldset>
      <legend className="float-start w-full px-4 pt-2 text-xs text-ink-3">{t('kinds')}</legend>
      <div className="clear-both divide-y divide-line/60">
        {KINDS.map((kind) => (
          <Switch
            key={kind}
            label={t(`kind.${kind}`)}
            checked={shown[kind]}
            disabled={busy}
            onChecked={(on) => change(kind, on)}
          />
        ))}
      </div>
      <Refusal error={refusalOf(submission)} />
    </fieldset>
  )
}

/** Push notifications: on or off for this device, the kinds, and the list of devices. */
export function PushSection() {
  const { t } = useTranslation('push')
  const { errorText } = useErrorText()
  const { fetched, reload } = useFetched(() => call(getPush, {}))
  return (
    <Section title={t('title')} note={t('note')}>
      {fetched.status === 'loading' && <Skeleton className="h-13 rounded-none" />}
      {fetched.status === 'failed' && (
        <Notice tone="bad">
          {t('loadFailed')} <span>{errorText(fetched.error)}</span>
        </Notice>
      )}
      {fetched.status === 'ready' && (
        <>
          <ThisDevice
            publicKey={fetched.value.publicKey}
            devices={fetched.value.devices}
            onChange={reload}
          />
          {fetched.value.devices.length > 0 && (
            <>
              <PushKinds switches={fetched.value.switches} />
              <PushDevices devices={fetched.value.devices} onChange={reload} />
            </>
          )}
        </>
      )}
    </Section>
  )
}

interface Props {
  publicKey: string
  devices: readonly PushDevice[]
  onChange: () => void
}

/** The browser's permission is requested only on a tap. */
function ThisDevice({ publicKey, devices, onChange }: Props) {
  const { t } = useTranslation('push')
  const reach = useAtomValue(webPushAtom).reach()
  const { on, busy, trouble, change } = useThisDevice({ publicKey, devices, onChange })
  const hints = { possible: t('hint'), homeScreen: t('homeScreen'), never: t('unsupported') }
  return (
    <Switch
      label={t('title')}
      hint={trouble === null ? hints[reach] : t(trouble)}
      checked={on}
      disabled={busy || reach !== 'possible'}
      onChecked={(next) => void change(next)}
    />
  )
}

function useThisDevice({ publicKey, devices, onChange }: Props) {
  const { i18n } = useTranslation()
  const webPush = useAtomValue(webPushAtom)
  const [subscribed, setSubscribed] = useState(false)
  const [busy, setBusy] = useState(false)
  const [trouble, setTrouble] = useState<Trouble>(null)
  useEffect(() => {
    let gone = false
    void webPush.current().then((endpoint) => !gone && setSubscribed(endpoint !== null))
    return () => {
      gone = true
    }
  }, [webPush])
  const own = devices.find(({ current }) => current)
  const turnOn = async (): Promise<Trouble> => {
    const made = await webPush.subscribe(publicKey)
    if (made === 'refused' || made === 'failed') return made
    await keepPushTexts(await pushTexts(i18n))
    const answer = await call(addPushDevice, { body: { ...made, language: languageOf(i18n) } })
    if (answer.ok) return null
    await webPush.forget()
    return 'failed'
  }
  const turnOff = async (): Promise<Trouble> => {
    await webPush.forget()
    if (own !== undefined) await call(removePushDevice, { params: { id: own.id } })
    return null
  }
  const change = async (next: boolean): Promise<void> => {
    setBusy(true)
    const found = await (next ? turnOn() : turnOff()).catch((): Trouble => 'failed')
    setSubscribed(next && found === null)
    setTrouble(found)
    setBusy(false)
    onChange()
  }
  return { on: subscribed && own !== undefined, busy, trouble, change }
}
