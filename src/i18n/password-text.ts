import { useTranslation } from 'react-i18next'
import { type Strength, strengthOf } from '#lib/password-strength.ts'

interface StrengthText {
  label: string
  level: Strength
  text: string
}

/** The texts of password fields and their strength meter, in the current language. */
export function usePasswordText() {
  const { t } = useTranslation('identity')
  return {
    /** For a `PasswordField`. */
    toggle: { showLabel: t('password.show'), hideLabel: t('password.hide') },
    /** For an empty field. */
    required: { login: t('password.required'), trading: t('tradingPassword.required') },
    /** For a `StrengthMeter`. A password that contains the account's name is weak. */
    strength: (password: string, account = ''): StrengthText => {
      const level = strengthOf(password, account)
      return {
        label: t('strength.label'),
        level,
        text: level === 0 ? '' : t(`strength.${level}`),
      }
    },
  }
}
