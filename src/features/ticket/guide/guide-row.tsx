import { CircleHelp, X } from 'lucide-react'
import { Suspense, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { type GuideControls, loadGuide } from '#features/ticket/guide/guide-offer.ts'
import type { TicketSummary } from '#features/ticket/ticket-model.ts'
import { later } from '#lib/later.tsx'
import { IconButton } from '#ui/button.tsx'
import { Sheet } from '#ui/sheet.tsx'
import { Skeleton } from '#ui/skeleton.tsx'

const GuidePanel = later(async () => (await loadGuide()).GuidePanel)

interface Props {
  guide: GuideControls
  summary: TicketSummary | null
}

/** The offer to newcomers to see how an order works. It is one line, so that the figures of the ticket stay in view. */
export function GuideRow({ guide, summary }: Props) {
  const { t } = useTranslation('ticket')
  const [open, setOpen] = useState(false)
  if (!guide.shown) return null
  return (
    <div className="flex items-center rounded-control bg-info-soft text-sm text-info [@media(max-height:42rem)]:hidden">
      <button
        type="button"
        aria-haspopup="dialog"
        onClick={() => setOpen(true)}
        className="flex min-h-touch min-w-0 flex-1 items-center gap-2 ps-3 text-start font-medium"
      >
        <CircleHelp aria-hidden size={18} className="shrink-0" />
        <span>{t('guide.title')}</span>
      </button>
      <IconButton label={t('guide.skip')} onClick={guide.close}>
        <X aria-hidden size={18} />
      </IconButton>
      <Sheet open={open} onClose={() => setOpen(false)} title={t('guide.title')}>
        <Suspense fallback={<Skeleton className="h-44 rounded-control" />}>
          <GuidePanel summary={summary} onDone={guide.close} />
        </Suspense>
      </Sheet>
    </div>
  )
}
