import { useAtom, useAtomValue } from 'jotai'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { chimeAtom, systemNoticesAtom } from '#notifications/channels.ts'
import { noticeSoundAtom, systemNoticeAtom } from '#device/preferences.ts'
import { Section } from '#ui/section.tsx'
import { Switch } from '#ui/switch.tsx'

/** How toasts are repeated outside the screen. */
export function NoticesSection() {
  const { t } = useTranslation('settings')
  return (
    <Section title={t('notices.title')} note={t('notices.note')}>
      <SoundSwitch />
      <SystemSwitch />
    </Section>
  )
}

function SoundSwitch() {
  const { t } = useTranslation('settings')
  const [on, setOn] = useAtom(noticeSoundAtom)
  const { chime } = useAtomValue(chimeAtom)
  const change = (next: boolean): void => {
    setOn(next)
    // Plays an example at once. The tap also permits the browser to play later sounds.
    if (next) chime()
  }
  return (
    <Switch
      label={t('notices.sound')}
      hint={t('notices.soundHint')}
      checked={on}
      onChecked={change}
    />
  )
}

function SystemSwitch() {
  const { t } = useTranslation('settings')
  const [on, setOn] = useAtom(systemNoticeAtom)
  const notices = useAtomValue(systemNoticesAtom)
  const [refused, setRefused] = useState(false)
  const change = async (next: boolean): Promise<void> => {
    const allowed = next && (await notices.ask())
    setRefused(next && !allowed)
    setOn(allowed)
  }
  const hint = notices.supported()
    ? t(refused ? 'notices.refused' : 'notices.systemHint')
    : t('notices.unsupported')
  return (
    <Switch
      label={t('notices.system')}
      hint={hint}
      checked={on}
      onChecked={(next) => void change(next)}
      disabled={!notices.supported()}
    />
  )
}
