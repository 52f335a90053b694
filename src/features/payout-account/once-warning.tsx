import { TriangleAlert } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { WithHelp } from '#ui/help.tsx'

/** The account can be saved only once. `whole` also says what that means, where it is about to be saved. */
export function OnceWarning({ whole = false }: { whole?: boolean }) {
  const { t } = useTranslation('cashier')
  const title = <p className="font-semibold">{t('account.onceTitle')}</p>
  const rule = <p>{t('account.once')}</p>
  return (
    <div className="flex items-start gap-2 rounded-control bg-warn-soft px-3 py-2.5 text-sm text-warn">
      <TriangleAlert aria-hidden size={18} className="mt-0.5 shrink-0" />
      <div className="min-w-0 flex-1">
        {whole ? (
          <>
            {title}
            {rule}
          </>
        ) : (
          <WithHelp help={rule}>{title}</WithHelp>
        )}
      </div>
    </div>
  )
}
