/** The brand: what an operator may change of the app's name, colours, office and links without a build. */
import { z } from 'zod/mini'
import { BUILT_NAME } from '#contract/built-name.ts'
import { reviewer } from '#contract/review.ts'
import { shownText, timeMs } from '#contract/scalars.ts'

/** Maximum length of the name, in UTF-16 code units. */
export const BRAND_NAME_MAX = 30
/** Maximum length of the name below an icon, in UTF-16 code units. */
export const BRAND_SHORT_NAME_MAX = 12
/** Maximum length of each line about the office, in UTF-16 code units. */
export const OFFICE_LINE_MAX = 200
/** Maximum number of other sites that the brand links to. */
export const BRAND_SITES_MAX = 3
/** Maximum number of changes per day. */
export const BRAND_CHANGES_A_DAY = 20

/** An accent: `#` and six lower-case hexadecimal digits. Whether it can be read is a rule (rules/brand-colours.ts). */
export const accent = z.string().check(z.regex(/^#[0-9a-f]{6}$/))

const LINK_MAX = 200
/** A link to a site: https, with a host, without a user name or a password. */
const site = z
  .string()
  .check(
    z.maxLength(LINK_MAX),
    z.regex(
      /^https:\/\/[a-z\d-]+(\.[a-z\d-]+)*\.[a-z]{2,}(:\d{1,5})?([/?#][\w./?#:=&%~+,;!@-]*)?$/i,
    ),
  )
const mailbox = z
  .string()
  .check(z.maxLength(LINK_MAX), z.regex(/^[\w.+-]{1,64}@[\w-]+(\.[\w-]+)*\.[a-z]{2,}$/i))

/** An office. Its page shows these texts as they are, in every language. */
const office = z.object({
  name: shownText(1, 80),
  address: shownText(1, OFFICE_LINE_MAX),
  hours: z.nullable(shownText(1, OFFICE_LINE_MAX)),
})

/** Everything that a brand holds. Null is what the build has. */
export const brand = z.object({
  /** Shown wherever the app names itself. */
  name: shownText(1, BRAND_NAME_MAX),
  /** The name below the icon of the installed app. */
  shortName: shownText(1, BRAND_SHORT_NAME_MAX),
  /** One accent per theme. */
  colours: z.nullable(z.object({ light: accent, dark: accent })),
  office: z.nullable(office),
  links: z.object({
    /** Where users who cannot log in reach customer service; null for the setting of the server. */
    support: z.nullable(mailbox),
    site: z.nullable(site),
    others: z
      .array(z.object({ label: shownText(1, 30), url: site }))
      .check(z.maxLength(BRAND_SITES_MAX)),
  }),
})
export type Brand = z.infer<typeof brand>

/** The brand of the build. */
export const DEFAULT_BRAND: Brand = {
  name: BUILT_NAME,
  shortName: BUILT_NAME,
  colours: null,
  office: null,
  links: { support: null, site: null, others: [] },
}

/** Names a change of the brand: its id as a decimal string. */
export const brandRevision = z.string().check(z.regex(/^[1-9]\d{0,17}$/))

export const brandInForce = z.object({
  /** Changes with every change of the brand; null for the brand of the build. */
  revision: z.nullable(brandRevision),
  brand,
})
export type BrandInForce = z.infer<typeof brandInForce>

/** One change of the brand, as the desk lists it. */
export const brandChange = z.object({
  revision: brandRevision,
  brand,
  setBy: reviewer,
  setAt: timeMs,
})
export type BrandChange = z.infer<typeof brandChange>
