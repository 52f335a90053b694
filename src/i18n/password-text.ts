import { useTranslation } from 'react-i18next'
import { PASSWORD_MIN } from '#contract/account.ts'

type Strength = 0 | 1 | 2 | 3 | 4
const STRENGTHS: readonly Strength[] = [0, 1, 2, 3, 4]

const CLASSES = [/\p{Ll}/u, /\p{Lu}/u, /\d/, /[^\p{L}\d]/u]
const WELL_KNOWN = /pass|word|qwert|asdf|zxcv|iloveyou|admin|abcdef|letmein/i

/** The number of adjacent characters that only repeat or count: aaa, 123, cba. */
function predictable(password: string): number {
  let count = 0
  for (let at = 2; at < password.length; at++) {
    const step = password.charCodeAt(at) - password.charCodeAt(at - 1)
    const before = password.charCodeAt(at - 1) - password.charCodeAt(at - 2)
    if (step === before && Math.abs(step) <= 1) count++
  }
  return count
}

/**
 * A rough estimate: length counts most, variety a little, and patterns reduce it. 0 for an empty password, 1 weak,
 * 2 fair, 3 good, 4 strong. A password that contains `account` is weak.
 */
export function strengthOf(password: string, account = ''): Strength {
  if (password === '') return 0
  const usable = password.length - predictable(password)
  const hasAccount = account.length >= 4 && password.toLowerCase().includes(account.toLowerCase())
  if (usable < PASSWORD_MIN || hasAccount || new Set(password).size < 5) return 1
  const variety = CLASSES.filter((kind) => kind.test(password)).length
  const points =
    Number(usable >= 14) +
    Number(usable >= 18) +
    Number(variety >= 3) -
    Number(WELL_KNOWN.test(password))
  return STRENGTHS[Math.min(4, Math.max(1, 2 + points))] ?? 1
}

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
