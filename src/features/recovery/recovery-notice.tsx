import { ShieldAlert } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { useNavigate } from 'react-router-dom'
import type { OwnRecovery } from '#contract/recovery.ts'
import { useOwnRecoveries } from '#features/recovery/own.ts'
import { VetoButton } from '#features/recovery/veto-button.tsx'
import { useFormat } from '#i18n/use-format.ts'
import { PATHS } from '#lib/paths.ts'

/** On every page of a logged-in device while a recovery of its account can be vetoed. */
export function RecoveryNotice() {
  const { fetched } = useOwnRecoveries()
  const running = fetched.status === 'ready' ? fetched.value.recoveries : []
  const recovery = running.find(({ canVeto }) => canVeto)
  return recovery === undefined ? null : <Notice recovery={recovery} />
}

/** Its texts are loaded only when it is shown. */
function Notice({ recovery: { id, readyAt } }: { recovery: OwnRecovery }) {
  const { t } = useTranslation('recovery')
  const format = useFormat()
  const navigate = useNavigate()
  return (
    <aside
      aria-label={t('own.title')}
      className="mx-3 mb-2 flex items-start gap-2 rounded-control bg-danger-soft px-3 py-2.5 text-sm text-danger"
    >
      <ShieldAlert aria-hidden size={18} className="mt-0.5 shrink-0" />
      <div className="flex min-w-0 flex-1 flex-col gap-2">
        <p role="alert">
          {t('own.notice', { time: readyAt === null ? '' : format.dateClock(readyAt) })}
        </p>
        <VetoButton id={id} variant="secondary" onVetoed={() => void navigate(PATHS.login)} />
      </div>
    </aside>
  )
}
