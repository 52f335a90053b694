import { join } from '#ui/join.ts'

/** The look of the link from a short list to the full one, next to a section's title. */
export const moreLinkLook = join(
  '-my-3 -me-2 inline-flex min-h-touch shrink-0 items-center gap-0.5 rounded-lg ps-2 pe-1',
  'text-sm font-medium text-brand-strong active:bg-brand-soft',
)
