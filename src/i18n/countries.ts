/** Nationalities: the ISO 3166-1 codes of inhabited places, and Kosovo, with names from the device and a search. */
import { bareText } from '#i18n/bare-text.ts'

const CODES = `
AD AE AF AG AI AL AM AO AR AS AT AU AW AX AZ BA BB BD BE BF BG BH BI BJ BL BM BN BO BQ BR BS BT BW BY BZ CA CC CD
CF CG CH CI CK CL CM CN CO CR CU CV CW CX CY CZ DE DJ DK DM DO DZ EC EE EG EH ER ES ET FI FJ FK FM FO FR GA GB GD
GE GF GG GH GI GL GM GN GP GQ GR GT GU GW GY HK HN HR HT HU ID IE IL IM IN IO IQ IR IS IT JE JM JO JP KE KG KH KI
KM KN KP KR KW KY KZ LA LB LC LI LK LR LS LT LU LV LY MA MC MD ME MF MG MH MK ML MM MN MO MP MQ MR MS MT MU MV MW
MX MY MZ NA NC NE NF NG NI NL NO NP NR NU NZ OM PA PE PF PG PH PK PL PM PN PR PS PT PW PY QA RE RO RS RU RW SA SB
SC SD SE SG SH SI SJ SK SL SM SN SO SR SS ST SV SX SY SZ TC TD TG TH TJ TK TL TM TN TO TR TT TV TW TZ UA UG US UY
UZ VA VC VE VG VI VN VU WF WS XK YE YT ZA ZM ZW`
  .trim()
  .split(/\s+/)

/** The nationalities of most users in the app's ten languages are listed first. */
const FIRST = ['CN', 'HK', 'TW', 'JP', 'KR', 'TH', 'VN', 'ID', 'FR', 'DE', 'US', 'GB']

export interface Country {
  code: string
  name: string
}

export function countryName(locale: string, code: string): string {
  try {
    return new Intl.DisplayNames(locale, { type: 'region' }).of(code) ?? code
  } catch {
    return code
  }
}

/** All nationalities: the frequent ones first, then the others by name in the sort order of the language. */
export function countriesOf(locale: string): Country[] {
  const names = new Intl.DisplayNames(locale, { type: 'region' })
  const { compare } = new Intl.Collator(locale)
  const all = CODES.map((code) => ({ code, name: names.of(code) ?? code }))
  const rank = ({ code }: Country): number => {
    const at = FIRST.indexOf(code)
    return at < 0 ? FIRST.length : at
  }
  return all.sort((a, b) => rank(a) - rank(b) || compare(a.name, b.name))
}

/** Finds countries by a part of the name, with or without its accents, or by the code. */
export function findCountries(all: readonly Country[], words: string): readonly Country[] {
  const wanted = bareText(words)
  if (wanted === '') return all
  const starts = (country: Country): boolean => bareText(country.name).startsWith(wanted)
  const found = all.filter(
    (country) => bareText(country.name).includes(wanted) || country.code.toLowerCase() === wanted,
  )
  return [...found.filter(starts), ...found.filter((country) => !starts(country))]
}
