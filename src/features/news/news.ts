/** The news in a language: the newest page, loaded once for all pages. */
import { atomFamily } from 'jotai-family'
import { call } from '#api/call.ts'
import { listNews } from '#contract/endpoints/news.ts'
import { resourceAtom } from '#data/resource.ts'
import type { Language } from '#i18n/languages.ts'

export const newsAtom = atomFamily((language: Language) =>
  resourceAtom(() => call(listNews, { query: { language } })),
)
