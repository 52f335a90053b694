/** Phone numbers as people write them, to the one form that is stored. */
import { parsePhoneNumberFromString } from 'libphonenumber-js/max'

/** E.164, or null when no such number can exist in its country. */
export function normalPhone(text: string): string | null {
  const parsed = parsePhoneNumberFromString(text)
  return parsed?.isValid() ? parsed.number : null
}
