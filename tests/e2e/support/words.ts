/** What the common words are in a language, so that a journey can be walked in it. */
import { readFileSync } from 'node:fs'
import { z } from 'zod'

const common = z.object({ direction: z.object({ up: z.string(), down: z.string() }) })

export const words = (language: string): z.infer<typeof common> => {
  const file = new URL(`../../../locales/${language}/common.json`, import.meta.url)
  return common.parse(JSON.parse(readFileSync(file, 'utf8')))
}
