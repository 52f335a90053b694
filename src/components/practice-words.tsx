import { useAtomValue } from 'jotai'
import { FlaskConical } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { appInfoAtom } from '#api/session.ts'
import { join } from '#ui/join.ts'

/** Says in words, where money moves and on what a user takes away, that the money is practice money. */
export function PracticeWords({ className }: { className?: string }) {
  const info = useAtomValue(appInfoAtom)
  const { t } = useTranslation('common')
  if (info?.practice === false) return null
  return (
    <p className={join('flex items-center gap-1.5 text-xs text-info', className)}>
      <FlaskConical aria-hidden size={14} className="shrink-0" />
      <span>
        <strong className="font-semibold">{t('practice.badge')}</strong>
        <span className="before:mx-1 before:content-['·']">{t('practice.hint')}</span>
      </span>
    </p>
  )
}
