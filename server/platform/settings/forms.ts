/** How values of settings are written: switches, numbers, lists and addresses of people. */
import { z } from 'zod'

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
