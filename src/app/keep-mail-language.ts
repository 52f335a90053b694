import type { createStore } from 'jotai/vanilla'
import { call } from '#api/call.ts'
import { memberAtom } from '#api/session.ts'
import { language as languageTag } from '#contract/language.ts'
import { setMailLanguage } from '#contract/endpoints/mail.ts'
import { chosenLanguageAtom } from '#device/preferences.ts'

/** Mail follows the language that the user chose last, on whichever device. */
export function keepMailLanguage(store: ReturnType<typeof createStore>): void {
  store.sub(chosenLanguageAtom, () => {
    const chosen = languageTag.safeParse(store.get(chosenLanguageAtom))
    if (!chosen.success || !store.get(memberAtom)) return
    void call(setMailLanguage, { body: { language: chosen.data } })
  })
}
