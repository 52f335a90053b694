import { FailedNotice } from '#components/failed-notice.tsx'
import type { ReactNode } from 'react'
import type { Fetched } from '#data/use-fetched.ts'
import { Skeleton } from '#ui/skeleton.tsx'

interface Props<T> {
  fetched: Fetched<T>
  onRetry: () => void
  children: (value: T) => ReactNode
}

export function Loaded<T>({ fetched, onRetry, children }: Props<T>) {
  if (fetched.status === 'ready') return children(fetched.value)
  if (fetched.status === 'loading') {
    return (
      <div aria-busy="true" className="flex flex-col gap-2">
        <Skeleton className="h-10" />
        <Skeleton className="h-10" />
        <Skeleton className="h-40" />
      </div>
    )
  }
  return <FailedNotice error={fetched.error} onRetry={onRetry} />
}
