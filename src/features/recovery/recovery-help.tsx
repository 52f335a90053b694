import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { WithHelp } from '#ui/help.tsx'

const HELP = ['need', 'how', 'after', 'secret'] as const

/** The one sentence of a screen. What a recovery needs and how long it takes is behind the "?". */
export function RecoveryHelp({ children }: { children: ReactNode }) {
  const { t } = useTranslation('recovery')
  return (
    <WithHelp help={HELP.map((part) => <p key={part}>{t(`help.${part}`)}</p>)}>
      <p className="text-sm text-ink-2">{children}</p>
    </WithHelp>
  )
}

/** Says where users register or verify that there is no recovery without verified documents. */
export function BeforeNote() {
  const { t } = useTranslation('recovery')
  return <p className="text-sm text-ink-2">{t('before')}</p>
}
