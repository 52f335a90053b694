/** The form of the brand: a pure model of what an operator types. */
import { z } from 'zod/mini'
import { type Brand, brand, BRAND_SITES_MAX } from '#contract/brand.ts'
import { fieldIssue } from '#contract/field-issues.ts'
import { arrangedSchema } from '#forms/form.ts'
import {
  BRAND_THEMES,
  COLOUR_PATTERN,
  type ColourFault,
  colourFault,
} from '#rules/brand-colours.ts'
import type { BrandTheme } from '#rules/brand-colours.ts'

/** The places of the list of other sites. */
export const SITES = Array.from({ length: BRAND_SITES_MAX }, (_, at) => at)

export type BrandFields = Record<
  | 'name'
  | 'shortName'
  | `colours.${BrandTheme}`
  | 'office.name'
  | 'office.address'
  | 'office.hours'
  | 'links.support'
  | 'links.site'
  | `links.others.${number}.${'label' | 'url'}`,
  string
>

/** The fields that a brand fills. What it leaves to the build is empty. */
export function fieldsOfBrand({ name, shortName, colours, office, links }: Brand): BrandFields {
  const others = SITES.flatMap((at) => [
    [`links.others.${at}.label`, links.others[at]?.label ?? ''],
    [`links.others.${at}.url`, links.others[at]?.url ?? ''],
  ])
  return {
    name,
    shortName,
    'colours.light': colours?.light ?? '',
    'colours.dark': colours?.dark ?? '',
    'office.name': office?.name ?? '',
    'office.address': office?.address ?? '',
    'office.hours': office?.hours ?? '',
    'links.support': links.support ?? '',
    'links.site': links.site ?? '',
    ...Object.fromEntries(others),
  }
}

/** A typed accent as it is sent. */
export const typedAccent = (text: string): string => text.trim().toLowerCase()

/** What is wrong with a typed accent; null as long as it is no colour. */
export function accentFault(text: string, theme: BrandTheme): ColourFault | null {
  const accent = typedAccent(text)
  return COLOUR_PATTERN.test(accent) ? colourFault(accent, theme) : null
}

const usable = brand.check(
  z.check(({ value, issues }) => {
    for (const theme of value.colours === null ? [] : BRAND_THEMES)
      if (accentFault(value.colours?.[theme] ?? '', theme) !== null)
        issues.push(fieldIssue(`colours.${theme}`, 'unsupported'))
  }),
)

const orNull = (text: string): string | null => (text.trim() === '' ? null : text.trim())
const isEmpty = (...texts: readonly string[]): boolean => texts.join('').trim() === ''

/** Reads the fields as a brand. Colours and office without any text are those of the build. */
export const brandForm = arrangedSchema(usable, (fields: BrandFields) => {
  const colours = {
    light: typedAccent(fields['colours.light']),
    dark: typedAccent(fields['colours.dark']),
  }
  const [name, address] = [fields['office.name'], fields['office.address']]
  const hours = orNull(fields['office.hours'])
  return {
    name: fields.name,
    shortName: fields.shortName,
    colours: isEmpty(colours.light, colours.dark) ? null : colours,
    office: isEmpty(name, address, hours ?? '') ? null : { name, address, hours },
    links: {
      support: orNull(fields['links.support']),
      site: orNull(fields['links.site']),
      others: SITES.flatMap((at) => {
        const label = fields[`links.others.${at}.label`] ?? ''
        const url = (fields[`links.others.${at}.url`] ?? '').trim()
        return isEmpty(label, url) ? [] : [{ label, url }]
      }),
    },
  }
})
