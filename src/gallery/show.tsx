import type { ReactNode } from 'react'

/** One component in its states, with its name. */
export function Show({ name, children }: { name: string; children: ReactNode }) {
  return (
    <section aria-label={name} className="flex min-w-0 flex-col gap-3">
      <h2 className="border-b border-line pb-1 font-mono text-sm font-semibold text-ink-2">
        {name}
      </h2>
      {children}
    </section>
  )
}

/** States next to each other, as far as there is space. */
export function Row({ children }: { children: ReactNode }) {
  return <div className="flex flex-wrap items-center gap-2">{children}</div>
}

export const noop = (): void => {}
