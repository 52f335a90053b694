import { useAtomValue } from 'jotai'
import { useFormat } from '#i18n/use-format.ts'
import { hideAmountsAtom } from '#device/preferences.ts'

const HIDDEN = '••••'

/** The user's own amounts, in minor units, formatted in the language; dots while amounts are hidden. */
export function useAmounts() {
  const hidden = useAtomValue(hideAmountsAtom)
  const format = useFormat()
  return {
    hidden,
    amount: (minor: bigint): string => (hidden ? HIDDEN : format.money(minor)),
    signedAmount: (minor: bigint): string => (hidden ? HIDDEN : format.signedMoney(minor)),
  }
}
