/** What a setting is, and how values are written: switches, numbers, lists, paths and addresses of people. */
import { z } from 'zod'

/** How a setting is named, shown and written. */
export interface Setting {
  env: string
  /** Flag without its dashes. A setting without a flag can only be set in the environment. */
  flag?: string
  switch?: true
  /** How a value looks, unless it is a switch. */
  shows?: string
  help: string
  /** Parses the value, or undefined where nothing is given. An error is the end of a sentence about the setting. */
  form: z.ZodType
}
export type Settings = Readonly<Record<string, Setting>>

/** A setting that is null where nothing is given. */
export const optional = <T extends z.ZodType>(form: T) =>
  form.optional().transform((given) => given ?? null)
/** A file or folder. A relative path starts at the folder that the server was started in. */
export const path = optional(z.string())

/** A word that turns something on or off. */
export const onOffWord = z
  .enum(['on', 'off', 'true', 'false', '1', '0'], { error: 'must be on or off' })
  .transform((word) => ['on', 'true', '1'].includes(word))
/** The same, with the answer where nothing is given. */
export const onOff = (fallback: 'on' | 'off') => onOffWord.default(fallback === 'on')
/** A whole number in a range, both ends included. */
export const wholeNumber = (min: number, max: number) =>
  z
    .string()
    .regex(/^\d{1,9}$/, { error: 'must be a whole number', abort: true })
    .transform(Number)
    .refine((n) => n >= min && n <= max, { error: `must be from ${min} to ${max}` })
/** Texts between commas. */
export const list = z.string().transform((text) => text.split(',').map((part) => part.trim()))
/** A number above zero. */
export const positive = z
  .string()
  .regex(/^\d{1,6}(\.\d{1,3})?$/, { error: 'must be a positive number', abort: true })
  .transform(Number)
  .refine((n) => n > 0, { error: 'must be a positive number' })

const CONTACTS = {
  'mailto:': /^mailto:[^\s@]+@[^\s@]+$/,
  'tel:': /^tel:\+?[\d-]{5,20}$/,
  'https://': /^https:\/\/\S+$/,
}
/** An address at which people are reached, in one of these forms. */
export const contact = (...forms: (keyof typeof CONTACTS)[]) =>
  z
    .string()
    .refine((text) => URL.canParse(text) && forms.some((form) => CONTACTS[form].test(text)), {
      error: `must begin with ${forms.join(', ').replace(/, (\S+)$/, ' or $1')}`,
    })
