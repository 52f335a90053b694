import { useSetAtom } from 'jotai'
import { CircleHelp } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { wantGuideAtom } from '#features/ticket/guide/guide-offer.ts'
import { showToastAtom } from '#notifications/toasts.ts'
import { NavRow, navRowLook } from '#ui/nav-row.tsx'

/** The row of the settings that shows the guide again in the next ticket. */
export function GuideAgain() {
  const { t } = useTranslation('ticket')
  const want = useSetAtom(wantGuideAtom)
  const toast = useSetAtom(showToastAtom)
  const again = (): void => {
    want()
    toast({ tone: 'good', text: t('guide.willShow') })
  }
  return (
    <div className="overflow-hidden rounded-card border border-line/60 bg-surface shadow-card">
      <button type="button" className={navRowLook} onClick={again}>
        <NavRow icon={CircleHelp} label={t('guide.again')} hint={t('guide.againHint')} />
      </button>
    </div>
  )
}
