import { useTranslation } from 'react-i18next'
import { BRAND_NAME_MAX, BRAND_SHORT_NAME_MAX, OFFICE_LINE_MAX } from '#contract/brand.ts'
import { accentFault, type BrandFields, SITES, typedAccent } from '#desk/brand-form.ts'
import { BrandPreview } from '#desk/brand-preview.tsx'
import type { FormHandle } from '#forms/use-form.ts'
import { useFields } from '#i18n/fields.ts'
import {
  BRAND_THEMES,
  type BrandTheme,
  COLOUR_PATTERN,
  MIN_CONTRAST,
  THEME_COLOURS,
} from '#rules/brand-colours.ts'
import { TextField } from '#ui/text-field.tsx'

interface Props {
  handle: FormHandle<BrandFields>
}

/** The fields of the brand, with what they change in both themes. */
export function BrandFieldset({ handle }: Props) {
  const { t } = useTranslation('desk')
  const { field } = useFields(handle)
  const { fields } = handle.form
  return (
    <>
      <TextField
        {...field('name')}
        label={t('brand.name')}
        autoComplete="off"
        maxLength={BRAND_NAME_MAX}
      />
      <TextField
        {...field('shortName')}
        label={t('brand.shortName')}
        autoComplete="off"
        maxLength={BRAND_SHORT_NAME_MAX}
      />
      <div className="grid grid-cols-1 gap-3 sm:grid-cols-2">
        {BRAND_THEMES.map((theme) => (
          <AccentField key={theme} theme={theme} handle={handle} />
        ))}
      </div>
      <div className="flex gap-3 max-sm:flex-col">
        {BRAND_THEMES.map((theme) => (
          <BrandPreview
            key={theme}
            theme={theme}
            name={fields.name}
            accent={fields[`colours.${theme}`]}
          />
        ))}
      </div>
      <Office handle={handle} />
      <Links handle={handle} />
    </>
  )
}

/** An accent as text, and as the device lets one choose it. What is wrong with it is said with its figure. */
function AccentField({ theme, handle }: Props & { theme: BrandTheme }) {
  const { t } = useTranslation(['desk', 'errors'])
  const { field } = useFields(handle)
  const { error, ...input } = field(`colours.${theme}`)
  const fault = accentFault(input.value, theme)
  const needed = MIN_CONTRAST
  const wrong =
    fault === null
      ? error
      : fault.kind === 'unreadable'
        ? t('errors:colour_unreadable', { ratio: fault.ratio, needed })
        : t('desk:brand.likeResults')
  const typed = typedAccent(input.value)
  return (
    <TextField
      {...input}
      error={wrong}
      label={t(`desk:brand.accent.${theme}`)}
      placeholder={THEME_COLOURS[theme].brand}
      autoComplete="off"
      spellCheck={false}
      maxLength={7}
      trailing={
        <input
          type="color"
          aria-label={t('desk:brand.choose')}
          value={COLOUR_PATTERN.test(typed) ? typed : THEME_COLOURS[theme].brand}
          onChange={(event) => input.onValue(event.target.value)}
          className="me-1 size-touch shrink-0 bg-transparent p-1.5"
        />
      }
    />
  )
}

function Office({ handle }: Props) {
  const { t } = useTranslation('desk')
  const { field } = useFields(handle)
  return (
    <fieldset className="flex flex-col gap-3">
      <legend className="pb-1 text-sm font-semibold">{t('brand.office')}</legend>
      <TextField
        {...field('office.name')}
        label={t('brand.officeName')}
        autoComplete="off"
        maxLength={80}
      />
      <TextField
        {...field('office.address')}
        label={t('brand.address')}
        autoComplete="off"
        maxLength={OFFICE_LINE_MAX}
      />
      <TextField
        {...field('office.hours')}
        label={t('brand.hours')}
        autoComplete="off"
        maxLength={OFFICE_LINE_MAX}
      />
    </fieldset>
  )
}

function Links({ handle }: Props) {
  const { t } = useTranslation('desk')
  const { field } = useFields(handle)
  const url = { inputMode: 'url', autoComplete: 'off', placeholder: 'https://' } as const
  return (
    <fieldset className="flex flex-col gap-3">
      <legend className="pb-1 text-sm font-semibold">{t('brand.links')}</legend>
      <TextField
        {...field('links.support')}
        label={t('brand.support')}
        inputMode="email"
        autoComplete="off"
      />
      <TextField {...field('links.site')} {...url} label={t('brand.site')} />
      {SITES.map((at) => (
        <div key={at} className="grid grid-cols-1 gap-3 sm:grid-cols-2">
          <TextField
            {...field(`links.others.${at}.label`)}
            label={t('brand.label', { number: at + 1 })}
            autoComplete="off"
            maxLength={30}
          />
          <TextField
            {...field(`links.others.${at}.url`)}
            {...url}
            label={t('brand.url', { number: at + 1 })}
          />
        </div>
      ))}
    </fieldset>
  )
}
