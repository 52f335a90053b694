import { Coins, Landmark } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import type { DepositMethod } from '#contract/cashier.ts'
import { useMethodName } from '#features/cashier/names.ts'
import { useFormat } from '#i18n/use-format.ts'

interface Props {
  methods: readonly DepositMethod[]
  selected: string
  onSelect: (id: string) => void
}

/** Not the sign of one currency: the methods of all of them have it. */
const ICONS = { bank: Landmark, currency: Coins } as const

/** The deposit methods, each with its limits. */
export function MethodList({ methods, selected, onSelect }: Props) {
  const { t } = useTranslation('cashier')
  const nameOf = useMethodName(methods)
  const format = useFormat()
  return (
    <fieldset className="flex min-w-0 flex-col gap-2">
      <legend className="pb-1.5 text-sm font-medium text-ink-2">{t('deposit.method')}</legend>
      {methods.map(({ id, kind, minimum, maximum }) => {
        const Icon = ICONS[kind]
        const limits = { minimum: format.money(minimum), maximum: format.money(maximum) }
        return (
          <label
            key={id}
            className="flex min-h-14 items-center gap-3 rounded-control border border-line bg-surface px-3 py-2 has-checked:border-brand has-checked:bg-brand-soft has-focus-visible:outline-2 has-focus-visible:outline-brand"
          >
            <input
              type="radio"
              name="method"
              value={id}
              checked={id === selected}
              onChange={() => onSelect(id)}
              className="accent-brand"
            />
            <span className="min-w-0 flex-1">
              <span className="block font-medium">{nameOf(id)}</span>
              <span className="figures block text-xs text-ink-2">{t('amount.range', limits)}</span>
            </span>
            <Icon aria-hidden size={20} className="shrink-0 text-ink-3" />
          </label>
        )
      })}
    </fieldset>
  )
}
