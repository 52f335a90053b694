import type { CSSProperties } from 'react'
import { useTranslation } from 'react-i18next'
import { typedAccent } from '#desk/brand-form.ts'
import {
  brandColours,
  type BrandTheme,
  COLOUR_PATTERN,
  leastContrast,
  THEME_COLOURS,
} from '#rules/brand-colours.ts'
import { buttonLook } from '#ui/button.tsx'

interface Props {
  theme: BrandTheme
  name: string
  /** As it is typed. What is no colour shows that of the build. */
  accent: string
}

/** Part of the app in one theme, whatever theme the desk has, with the accent that is typed. */
export function BrandPreview({ theme, name, accent }: Props) {
  const { t } = useTranslation('desk')
  const { t: say } = useTranslation('tabs')
  const typed = typedAccent(accent)
  const { page, surface, ink, brand: built } = THEME_COLOURS[theme]
  const used = COLOUR_PATTERN.test(typed) ? typed : built
  const contrast = leastContrast(used, theme).toFixed(1)
  const { brand, strong, soft, onBrand } = brandColours(used, theme)
  const colours = {
    '--color-page': page,
    '--color-surface': surface,
    '--color-ink': ink,
    '--color-brand': brand,
    '--color-brand-strong': strong,
    '--color-brand-soft': soft,
    '--color-on-brand': onBrand,
  } as CSSProperties
  return (
    <figure
      style={colours}
      className="flex min-w-0 flex-1 flex-col gap-2 rounded-card border border-line bg-page p-3 text-ink"
    >
      <figcaption className="text-xs">{`${t(`brand.${theme}`)} · ${contrast}:1`}</figcaption>
      <p className="text-lg font-bold wrap-anywhere text-brand">{name}</p>
      <div className="flex flex-col gap-2 rounded-control bg-surface p-2">
        <span className="self-start rounded-full bg-brand-soft px-2 py-0.5 text-xs text-brand">
          {say('pages.home')}
        </span>
        <span className={buttonLook({ block: true })}>{say('pages.trust')}</span>
      </div>
    </figure>
  )
}
