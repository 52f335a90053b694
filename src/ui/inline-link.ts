/** The look of a link that stands alone below what it explains. */
export const inlineLinkLook =
  'inline-flex min-h-touch items-center self-start text-sm font-semibold text-brand-strong underline'
