import { useTranslation } from 'react-i18next'
import { type Strength, strengthOf } from '#lib/password-strength.ts'

interface StrengthWords {
  label: string
  level: Strength
  text: string
}

/** What password fields and their strength meter say, in the language on screen. */
export function usePasswordWords() {
  const { t } = useTranslation('identity')
  return {
    /** For a `PasswordField`. */
    toggle: { showLabel: t('password.show'), hideLabel: t('password.hide') },
    /** For a field that was left empty. */
    required: { login: t('password.required'), trading: t('tradingPassword.required') },
    /** For a `StrengthMeter`; the account's name within the password makes it weak. */
    strength: (password: string, account = ''): StrengthWords => {
      const level = strengthOf(password, account)
      return { label: t('strength.label'), level, text: t(`strength.${level}`) }
    },
  }
}
