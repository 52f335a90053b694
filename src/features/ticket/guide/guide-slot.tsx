import { lazy, Suspense } from 'react'
import type { TicketSummary } from '#features/ticket/ticket-model.ts'
import { retryLoad } from '#lib/retry-load.ts'
import { Skeleton } from '#ui/skeleton.tsx'

const GuidePanel = lazy(async () => {
  const file = await retryLoad(() => import('#features/ticket/guide/guide-panel.tsx'))
  return { default: file.GuidePanel }
})

interface Props {
  summary: TicketSummary | null
  onDone: () => void
}

/** Loaded only for those who see it. Its place is kept meanwhile, so that the fields below do not move. */
export function GuideSlot(props: Props) {
  return (
    <div className="mb-3 min-h-52">
      <Suspense fallback={<Skeleton className="h-52 rounded-control" />}>
        <GuidePanel {...props} />
      </Suspense>
    </div>
  )
}
