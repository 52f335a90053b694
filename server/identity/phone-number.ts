/** Normalises phone numbers as users type them. */
import { parsePhoneNumberFromString } from 'libphonenumber-js/max'

/** The number in E.164. Null if no such number can exist in its country. */
export function normalPhone(text: string): string | null {
  const parsed = parsePhoneNumberFromString(text)
  return parsed?.isValid() ? parsed.number : null
}
