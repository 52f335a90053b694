import { useSetAtom } from 'jotai'
import { MapPin } from 'lucide-react'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { useNavigate } from 'react-router-dom'
import { currency } from '#contract/payout.ts'
import {
  kindOf,
  PAYOUT_FORM,
  type PayoutField,
  type PayoutFields,
} from '#features/payout-account/payout-fields.ts'
import { usePayoutText } from '#features/payout-account/payout-text.ts'
import { type FieldProps, useFields } from '#i18n/fields.ts'
import { countriesOf, findCountries } from '#i18n/countries.ts'
import { PATHS } from '#lib/paths.ts'
import { ASKED, askPlaceAtom } from '#data/place-request.ts'
import type { FormHandle } from '#forms/use-form.ts'
import { Button } from '#ui/button.tsx'
import { ChoiceField } from '#ui/choice-field.tsx'
import { TextField } from '#ui/text-field.tsx'

interface Props {
  handle: FormHandle<PayoutFields>
}

/** The fields of the chosen kind. */
export function PayoutInputs({ handle }: Props) {
  const { field, textOf } = useFields(handle)
  const { t } = useTranslation('cashier')
  const bank = kindOf(handle.form.fields) === 'bank_card'
  return (
    <>
      <Text {...field('holder')} autoComplete="name" hint={t('account.holderHint')} />
      <NationalityField handle={handle} error={textOf('nationality')} />
      {bank ? (
        <>
          <Text {...field('bank')} />
          <Text {...field('number')} maxLength={48} autoCapitalize="characters" />
          <Text {...field('branch')} maxLength={200} />
          <ChoosePlace handle={handle} />
        </>
      ) : (
        <>
          <CurrencyField handle={handle} error={textOf('currency')} />
          <Text {...field('address')} autoCapitalize="none" />
        </>
      )}
    </>
  )
}

interface ChoiceProps extends Props {
  error: string | undefined
}

interface TextProps extends FieldProps<Exclude<PayoutField, 'nationality' | 'currency'>> {
  autoComplete?: string
  autoCapitalize?: string
  maxLength?: number
  hint?: string
}

function Text({ autoComplete = 'off', maxLength = 100, ...rest }: TextProps) {
  const { t } = useTranslation('cashier')
  return (
    <TextField
      {...rest}
      label={t(`account.${rest.name}`)}
      autoComplete={autoComplete}
      maxLength={maxLength}
      spellCheck={false}
    />
  )
}

/** The link to choose the branch's address. The typed fields are kept, and come back with the address. */
function ChoosePlace({ handle }: Props) {
  const { t } = useTranslation('tabs')
  const navigate = useNavigate()
  const ask = useSetAtom(askPlaceAtom)
  const choose = (): void => {
    ask({ form: PAYOUT_FORM, field: 'branch', fields: handle.form.fields })
    void navigate(PATHS.chooseLocation, { state: ASKED })
  }
  return (
    <Button variant="quiet" size="sm" className="-mt-3 self-start" onClick={choose}>
      <MapPin aria-hidden size={16} />
      {t('pages.chooseLocation')}
    </Button>
  )
}

function useChoiceTexts() {
  const { t } = useTranslation(['verify', 'common'])
  return {
    search: t('verify:nationality.search'),
    none: t('verify:nationality.none'),
    placeholder: t('verify:nationality.placeholder'),
  }
}

function NationalityField({ handle, error }: ChoiceProps) {
  const { t, i18n } = useTranslation('cashier')
  const { placeholder, ...texts } = useChoiceTexts()
  const { countryText } = usePayoutText()
  const countries = useMemo(() => countriesOf(i18n.language), [i18n.language])
  const { nationality } = handle.form.fields
  return (
    <ChoiceField
      name="nationality"
      label={t('account.nationality')}
      placeholder={placeholder}
      selected={nationality}
      valueLabel={nationality === '' ? '' : countryText(nationality)}
      find={(words) =>
        findCountries(countries, words).map(({ code, name }) => ({ id: code, label: name }))
      }
      onSelect={(code) => handle.change('nationality', code)}
      error={error}
      texts={texts}
    />
  )
}

function CurrencyField({ handle, error }: ChoiceProps) {
  const { t } = useTranslation('cashier')
  const { currencyText } = usePayoutText()
  const { currency: chosen } = handle.form.fields
  return (
    <div role="radiogroup" aria-label={t('account.currency')} className="flex flex-col gap-1.5">
      <span aria-hidden className="text-sm font-medium text-ink-2">
        {t('account.currency')}
      </span>
      <div className="grid grid-cols-[repeat(auto-fit,minmax(8.5rem,1fr))] gap-2">
        {currency.options.map((code) => (
          <label
            key={code}
            className="flex min-h-touch items-center gap-2 rounded-control border border-line bg-surface px-3 py-1.5 text-sm has-checked:border-brand has-checked:bg-brand-soft has-focus-visible:outline-2 has-focus-visible:outline-brand"
          >
            <input
              type="radio"
              name="currency"
              value={code}
              checked={code === chosen}
              onChange={() => handle.change('currency', code)}
              className="accent-brand"
            />
            <span>{currencyText(code)}</span>
          </label>
        ))}
      </div>
      {error !== undefined && (
        <p role="alert" className="text-xs text-danger">
          {error}
        </p>
      )}
    </div>
  )
}
