import { UserX } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { call } from '#api/call.ts'
import { getClosing } from '#contract/endpoints/closing.ts'
import { useFetched } from '#data/use-fetched.ts'
import { KeepAccount } from '#features/security/keep-account.tsx'
import { useFormat } from '#i18n/use-format.ts'

/** On the page of an account that is closing: when it closes, and the button that keeps it. */
export function ClosingBanner() {
  const { fetched, reload } = useFetched(() => call(getClosing, {}))
  const closesAt = fetched.status === 'ready' ? fetched.value.closesAt : null
  return closesAt === null ? null : <Banner closesAt={closesAt} onKept={reload} />
}

/** Its texts are loaded only when it is shown. */
function Banner({ closesAt, onKept }: { closesAt: number; onKept: () => void }) {
  const { t } = useTranslation('security')
  const format = useFormat()
  return (
    <aside
      aria-label={t('close.title')}
      className="flex flex-col gap-3 rounded-control bg-warn-soft px-3 py-3 text-warn"
    >
      <p role="status" className="flex items-start gap-2 text-sm">
        <UserX aria-hidden size={18} className="mt-0.5 shrink-0" />
        <span className="min-w-0 flex-1">
          {t('close.on', { date: format.dateClock(closesAt) })}
        </span>
      </p>
      <KeepAccount onDone={onKept} />
    </aside>
  )
}
