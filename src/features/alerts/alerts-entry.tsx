import { useAtomValue } from 'jotai'
import { Bell } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useSearchParams } from 'react-router-dom'
import { laterSheet } from '#lib/later.tsx'
import { topicAtom } from '#streams'
import { NavRow, navRowLook } from '#ui/nav-row.tsx'

const Sheet = laterSheet(
  async () => (await import('#features/alerts/alert-sheets.tsx')).AllAlertsSheet,
)
const OPEN = 'alerts'

/** The row that opens all price alerts, with the number of active ones. */
export function AlertsEntry() {
  const { t } = useTranslation('alerts')
  const live = useAtomValue(topicAtom('alerts'))
  const [query, setQuery] = useSearchParams()
  const open = query.get('open') === OPEN
  const [asked, setAsked] = useState(open)
  const change = (next: boolean): void => {
    if (next) setAsked(true)
    setQuery(next ? { open: OPEN } : {}, { replace: true })
  }
  const waiting =
    'value' in live ? live.value.filter(({ status }) => status === 'active').length : 0
  return (
    <>
      <button type="button" onClick={() => change(true)} className={navRowLook}>
        <NavRow icon={Bell} label={t('title')} state={waiting > 0 ? String(waiting) : undefined} />
      </button>
      {asked && <Sheet open={open} onClose={() => change(false)} />}
    </>
  )
}
