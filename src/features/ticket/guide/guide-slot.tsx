import { Suspense } from 'react'
import { loadGuide } from '#features/ticket/guide/guide-offer.ts'
import type { TicketSummary } from '#features/ticket/ticket-model.ts'
import { later } from '#lib/later.tsx'
import { Skeleton } from '#ui/skeleton.tsx'

const GuidePanel = later(async () => (await loadGuide()).GuidePanel)

interface Props {
  summary: TicketSummary | null
  onDone: () => void
}

/** Loaded only for those who see it, as a rule before the ticket opens. */
export function GuideSlot(props: Props) {
  return (
    <div className="mb-3">
      <Suspense fallback={<Skeleton className="h-44 rounded-control" />}>
        <GuidePanel {...props} />
      </Suspense>
    </div>
  )
}
