import type { ReactNode } from 'react'
import { useAmountInput } from '#i18n/amount-input.ts'
import type { AmountLimits } from '#lib/amounts.ts'
import { TextField } from '#ui/text-field.tsx'

interface Props {
  label: string
  amount: string
  limits: AmountLimits
  onAmount: (text: string) => void
  onLeave: () => void
  error?: string | undefined
  hint?: ReactNode
  trailing?: ReactNode
  disabled?: boolean
}

/** What the rules change in the amount is seen here, before anything is confirmed. */
export function AmountField({ amount, limits, onAmount, onLeave, ...rest }: Props) {
  const input = useAmountInput({ amount, limits, onAmount, onLeave })
  return <TextField {...rest} {...input} name="amount" />
}
