import { TriangleAlert } from 'lucide-react'
import { useTranslation } from 'react-i18next'

/** The account can be saved only once. */
export function OnceWarning() {
  const { t } = useTranslation('cashier')
  return (
    <div className="flex items-start gap-2 rounded-control bg-warn-soft px-3 py-2.5 text-sm text-warn">
      <TriangleAlert aria-hidden size={18} className="mt-0.5 shrink-0" />
      <div>
        <p className="font-semibold">{t('account.onceTitle')}</p>
        <p>{t('account.once')}</p>
      </div>
    </div>
  )
}
