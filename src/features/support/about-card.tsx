import { ArrowDownToLine, ArrowUpFromLine, ChevronRight, ReceiptText } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router-dom'
import type { SupportSubject } from '#contract/support.ts'
import { subjectPath } from '#lib/paths.ts'

const ICONS = {
  order: ReceiptText,
  deposit: ArrowDownToLine,
  withdrawal: ArrowUpFromLine,
} as const

/** The document that a message is about, with a link to its page. */
export function AboutCard({ about }: { about: SupportSubject }) {
  const { t } = useTranslation('support')
  const Icon = ICONS[about.kind]
  return (
    <Link
      to={subjectPath(about)}
      className="flex min-h-touch items-center gap-2 rounded-control border border-line bg-surface px-3 py-1.5 text-ink active:bg-sunken"
    >
      <Icon aria-hidden size={18} className="shrink-0 text-ink-2" />
      <span className="figures min-w-0 flex-1 break-words">
        {t(`about.${about.kind}`, { id: about.id })}
      </span>
      <ChevronRight aria-hidden size={16} className="shrink-0 text-ink-3" />
    </Link>
  )
}
