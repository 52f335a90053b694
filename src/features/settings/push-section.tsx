import { useAtomValue } from 'jotai'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { call } from '#api/call.ts'
import { addPushDevice, getPush, removePushDevice } from '#contract/endpoints/push.ts'
import type { PushDevice } from '#contract/push.ts'
import { PushDevices } from '#features/settings/push-devices.tsx'
import { PushKinds } from '#features/settings/push-kinds.tsx'
import { useErrorText } from '#i18n/error-text.ts'
import { pushTexts } from '#i18n/push-texts.ts'
import { languageOf } from '#i18n/setup.ts'
import { keepPushTexts } from '#lib/push-texts.ts'
import { pushWaysAtom } from '#lib/push-ways.ts'
import { useFetched } from '#data/use-fetched.ts'
import { Notice } from '#ui/notice.tsx'
import { Section } from '#ui/section.tsx'
import { Skeleton } from '#ui/skeleton.tsx'
import { Switch } from '#ui/switch.tsx'

type Trouble = 'refused' | 'failed' | null

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
          {t('loadFailed')} {errorText(fetched.error)}
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
  const reach = useAtomValue(pushWaysAtom).reach()
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
  const ways = useAtomValue(pushWaysAtom)
  const [subscribed, setSubscribed] = useState(false)
  const [busy, setBusy] = useState(false)
  const [trouble, setTrouble] = useState<Trouble>(null)
  useEffect(() => {
    let gone = false
    void ways.current().then((endpoint) => !gone && setSubscribed(endpoint !== null))
    return () => {
      gone = true
    }
  }, [ways])
  const own = devices.find(({ current }) => current)
  const turnOn = async (): Promise<Trouble> => {
    const made = await ways.subscribe(publicKey)
    if (made === 'refused' || made === 'failed') return made
    await keepPushTexts(await pushTexts(i18n))
    const answer = await call(addPushDevice, { body: { ...made, language: languageOf(i18n) } })
    if (answer.ok) return null
    await ways.forget()
    return 'failed'
  }
  const turnOff = async (): Promise<Trouble> => {
    await ways.forget()
    if (own !== undefined) await call(removePushDevice, { params: { id: own.id } })
    return null
  }
  const change = async (next: boolean): Promise<void> => {
    setBusy(true)
    const found = await (next ? turnOn() : turnOff())
    setSubscribed(next && found === null)
    setTrouble(found)
    setBusy(false)
    onChange()
  }
  return { on: subscribed && own !== undefined, busy, trouble, change }
}
