import { useAtomValue } from 'jotai'
import { ShieldMinus } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { memberAtom } from '#api/session.ts'
import { OwnLimitsView } from '#features/limits/own-limits-view.tsx'
import { Visitor } from '#features/session/visitor.tsx'

/** Two columns on a large screen. */
const PAGE =
  'flex flex-col gap-5 px-4 pt-1 three:grid three:grid-cols-2 three:items-start three:[&>*]:min-w-0'

/** The limits and breaks that users set for themselves. */
export function LimitsPage() {
  const { t } = useTranslation('limits')
  const member = useAtomValue(memberAtom)
  if (!member)
    return <Visitor icon={ShieldMinus} title={t('visitor.title')} hint={t('visitor.hint')} />
  return (
    <div className={PAGE}>
      <OwnLimitsView />
    </div>
  )
}
