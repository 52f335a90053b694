/** The ten languages of the app. */
import { z } from 'zod/mini'

/** A language tag of the app. Stored texts and push devices carry one. */
export const language = z.enum(['zh-CN', 'zh-TW', 'en', 'ja', 'th', 'vi', 'id', 'ko', 'fr', 'de'])
/** A parsed language tag. */
export type Language = z.infer<typeof language>
