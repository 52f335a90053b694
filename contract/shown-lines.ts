/** Longer texts that others read. They are no part of the first load, as the scalars are. */
import { z } from 'zod/mini'
import { shown } from '#contract/scalars.ts'

/** A text of several lines that others read: trimmed, without control characters except the line break. */
export const shownLines = (min: number, max: number) =>
  z.string().check(
    z.trim(),
    z.minLength(min),
    z.maxLength(max),
    z.refine((text) => !/[^\P{Cc}\n]/u.test(text)),
    shown,
  )
