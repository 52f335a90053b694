/** The look of a link on its own line below the text that it belongs to. */
export const inlineLinkLook =
  'inline-flex min-h-touch items-center self-start text-sm font-semibold text-brand-strong underline'
