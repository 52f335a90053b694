import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { UiTexts } from '#ui/ui-text.ts'

/** Gives the components of `ui` their texts in the user's language. */
export function CommonTexts({ children }: { children: ReactNode }) {
  const { t } = useTranslation('common')
  return <UiTexts value={t}>{children}</UiTexts>
}
