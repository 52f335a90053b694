import { useAtomValue } from 'jotai'
import { FlaskConical } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { appInfoAtom } from '#api/session.ts'

/** Shown on every page with prices or amounts: says that the money is practice money and where prices come from. */
export function PracticeStrip() {
  const info = useAtomValue(appInfoAtom)
  const { t } = useTranslation('common')
  return (
    <div className="h-strip px-3 pb-2">
      <aside
        aria-label={t('practice.badge')}
        className="flex h-full items-center gap-1.5 rounded-lg bg-info-soft px-2.5 text-xs text-info max-[22rem]:gap-1 max-[22rem]:px-2 max-[22rem]:text-2xs"
      >
        <FlaskConical aria-hidden size={14} className="shrink-0" />
        <strong className="font-semibold">{t('practice.badge')}</strong>
        <span className="min-w-0 flex-1 truncate">{t('practice.hint')}</span>
        {info !== null && <span className="shrink-0">{t(`source.${info.source}`)}</span>}
      </aside>
    </div>
  )
}
