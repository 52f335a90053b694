import type { ParseKeys } from 'i18next'
import type { Namespace } from '#i18n/setup.ts'

/** A key in one namespace, for tables that refer to texts. */
export type TextKey<N extends Namespace> = ParseKeys<N>
