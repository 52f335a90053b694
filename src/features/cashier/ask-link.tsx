import { MessageCircle } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router-dom'
import { supportPath } from '#lib/paths.ts'
import { buttonLook } from '#ui/button.tsx'

/** Links to customer service with this document attached to the question. */
export function AskLink(about: { kind: 'deposit' | 'withdrawal'; id: string }) {
  const { t } = useTranslation('cashier')
  return (
    <Link to={supportPath(about)} className={buttonLook({ variant: 'quiet', block: true })}>
      <MessageCircle aria-hidden size={18} className="shrink-0" />
      {t('ask')}
    </Link>
  )
}
