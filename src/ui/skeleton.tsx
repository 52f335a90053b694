import { join } from '#ui/join.ts'

/** A placeholder for content that is loading. Give it the size of the content. */
export function Skeleton({ className }: { className?: string }) {
  return (
    <span aria-hidden className={join('block animate-skeleton rounded bg-sunken', className)} />
  )
}

/** Placeholder rows of a list that is loading. */
export function SkeletonRows({ className, count = 6 }: { className: string; count?: number }) {
  return (
    <div aria-hidden className="flex flex-col gap-px">
      {Array.from({ length: count }, (_, i) => (
        <Skeleton key={i} className={join('rounded-none', className)} />
      ))}
    </div>
  )
}
