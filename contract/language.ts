/** The ten languages of the app, as texts that people wrote in them are keyed. */
import { z } from 'zod'

export const language = z.enum(['zh-CN', 'zh-TW', 'en', 'ja', 'th', 'vi', 'id', 'ko', 'fr', 'de'])
