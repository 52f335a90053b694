import examples from 'libphonenumber-js/examples.mobile.json' with { type: 'json' }
import { parsePhoneNumberFromString as parseFully } from 'libphonenumber-js/max'
import { getCountryCallingCode, parsePhoneNumberFromString } from 'libphonenumber-js/min'
import { expect, it } from 'vitest'
import { isSupportedCountry } from 'libphonenumber-js/max'
import { phoneReader } from '#rules/phone.ts'

const inApp = phoneReader(parsePhoneNumberFromString)
const onServer = phoneReader(parseFully)

it('reads the mobile numbers of every country alike in the app and on the server', () => {
  const countries = Object.entries(examples)
  expect(countries.length).toBeGreaterThan(230)
  for (const [country, national] of countries) {
    if (!isSupportedCountry(country)) throw new Error(`${country} is not supported`)
    const typed = `+${getCountryCallingCode(country)} ${national}`
    const number = onServer(typed)
    expect(number, typed).not.toBeNull()
    expect(inApp(typed), typed).toBe(number)
  }
})

it('leaves ranges that are not in use to the server', () => {
  expect(inApp('+86 123 4567 8901')).toBe('+8612345678901')
  expect(onServer('+86 123 4567 8901')).toBeNull()
})
