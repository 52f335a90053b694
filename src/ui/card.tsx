import type { ComponentProps } from 'react'
import { join } from '#ui/join.ts'

export function Card({ className, ...rest }: ComponentProps<'section'>) {
  return (
    <section
      {...rest}
      className={join('rounded-card bg-surface p-4 shadow-card border border-line/60', className)}
    />
  )
}
