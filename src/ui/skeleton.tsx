import { join } from '#ui/join.ts'

/** Holds the place of what is loading; give it the size of the real thing. */
export function Skeleton({ className }: { className?: string }) {
  return (
    <span aria-hidden className={join('block animate-skeleton rounded bg-sunken', className)} />
  )
}
