import type { ReactNode } from 'react'
import { useAmountInput } from '#i18n/amount-input.ts'
import { TextField } from '#ui/text-field.tsx'

interface Props {
  label: string
  amount: string
  onAmount: (text: string) => void
  onLeave: () => void
  /** In minor units. */
  maximum: bigint
  error?: string | undefined
  hint?: ReactNode
  trailing?: ReactNode
  disabled?: boolean
}

/** The field for the amount of a deposit or withdrawal, with its issue. */
export function AmountField({ amount, onAmount, onLeave, maximum, ...rest }: Props) {
  const input = useAmountInput({ amount, onAmount, onLeave, maximum })
  return <TextField {...rest} {...input} name="amount" />
}
