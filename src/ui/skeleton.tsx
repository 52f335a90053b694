import { join } from '#ui/join.ts'

/** Holds the place of what is loading; give it the size of the real thing. */
export function Skeleton({ className }: { className?: string }) {
  return (
    <span aria-hidden className={join('block animate-skeleton rounded bg-sunken', className)} />
  )
}

/** Rows of a list that is on its way. */
export function SkeletonRows({ className, count = 6 }: { className: string; count?: number }) {
  return (
    <div aria-hidden className="flex flex-col gap-px">
      {Array.from({ length: count }, (_, i) => (
        <Skeleton key={i} className={join('rounded-none', className)} />
      ))}
    </div>
  )
}
