import { useTranslation } from 'react-i18next'
import { useFields } from '#i18n/fields.ts'
import type { Fields } from '#forms/form.ts'
import type { FormHandle } from '#forms/use-form.ts'

type Prompted =
  | 'account'
  | 'phone'
  | 'openingCode'
  | 'password'
  | 'passwordAgain'
  | 'tradingPassword'
  | 'tradingPasswordAgain'

/** Like `useFields`, with a specific prompt for each empty field. */
export function useIdentityFields<F extends Fields>(handle: FormHandle<F>) {
  const { t } = useTranslation(['identity', 'errors'])
  const { field, textOf, errorText } = useFields(handle)
  const { issues } = handle.summary
  const promptOf = (name: keyof F & Prompted): string | undefined => {
    const prompted: Prompted = name
    if (issues[name] === 'empty') return t(`identity:${prompted}.required`)
    const isNoPhone = name === 'phone' && issues[name] === 'format'
    return isNoPhone ? t('errors:phone_invalid') : textOf(name)
  }
  return {
    errorText,
    textOf: promptOf,
    field: (name: keyof F & Prompted) => ({ ...field(name), error: promptOf(name) }),
  }
}
