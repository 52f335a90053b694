/** The texts of mail, which say only what kind of thing happened: no amount, no name and no number. */
import { readFile } from 'node:fs/promises'
import { z } from 'zod'
import { language as languageTag, type Language } from '#contract/language.ts'

/** What a mail is about: what happened, or a change of the address itself. */
export const mailKind = z.enum([
  'device',
  'password',
  'factor',
  'payout',
  'withdrawal',
  'deposit',
  'recovery',
  'confirm',
  'changed',
])
export type MailKind = z.infer<typeof mailKind>

/** The texts of locales/<language>/outlet.json. */
const mailTexts = z.object({
  kinds: z.record(mailKind, z.object({ subject: z.string(), text: z.string() })),
  notYou: z.string(),
  where: z.string(),
  stop: z.string(),
})
/** The texts of mail in one language. */
export type MailTexts = z.infer<typeof mailTexts>

/** Reads the texts of all languages. */
export async function readMailTexts(): Promise<ReadonlyMap<Language, MailTexts>> {
  const read = languageTag.options.map(async (language) => {
    const path = new URL(`../../locales/${language}/outlet.json`, import.meta.url)
    return [language, mailTexts.parse(JSON.parse(await readFile(path, 'utf8')))] as const
  })
  return new Map(await Promise.all(read))
}

export interface MailText {
  subject: string
  body: string
}

/** Writes a mail. `brand`: the app's name. `address`: of the app. `code`: only where an address is confirmed. */
export function writeMail(
  texts: MailTexts,
  kind: MailKind,
  { brand, address, code }: { brand: string; address: string; code: string | null },
): MailText {
  const { subject, text: first } = texts.kinds[kind]
  const parts =
    kind === 'confirm'
      ? [first.replace('{{code}}', code ?? ''), texts.where]
      : [first, texts.notYou, texts.where, texts.stop]
  const named = (text: string): string =>
    text.replaceAll('{{brand}}', () => brand).replaceAll('{{address}}', address)
  return { subject: named(subject), body: `${named(parts.join('\n\n'))}\n` }
}
