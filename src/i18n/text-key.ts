import type { ParseKeys } from 'i18next'
import type { Namespace } from '#i18n/setup.ts'

/** A key of one namespace's texts, for tables that name texts. */
export type TextKey<N extends Namespace> = ParseKeys<N>
