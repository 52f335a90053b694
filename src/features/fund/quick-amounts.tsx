import { useFormat } from '#i18n/format.ts'

interface Props {
  label: string
  amounts: readonly { amount: bigint; fits: boolean }[]
  onAmount: (amount: bigint) => void
}

/** Buttons with round amounts, so that the user need not type. */
export function QuickAmounts({ label, amounts, onAmount }: Props) {
  const format = useFormat()
  return (
    <div role="group" aria-label={label} className="flex gap-1.5">
      {amounts.map(({ amount, fits }) => (
        <button
          key={amount}
          type="button"
          disabled={!fits}
          onClick={() => onAmount(amount)}
          className="figures min-h-touch min-w-0 flex-1 rounded-lg bg-sunken px-1 text-sm font-medium active:bg-line disabled:opacity-50"
        >
          {format.number(Number(amount / 100n))}
        </button>
      ))}
    </div>
  )
}
