import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Product } from '#contract/product.ts'
import { OddsFigures } from '#features/trust/odds-figures.tsx'
import { useAmountInput } from '#i18n/amount-input.ts'
import { useAmountText } from '#i18n/amount-text.ts'
import { useFormat } from '#i18n/use-format.ts'
import { amountIssue } from '#forms/amounts.ts'
import { durationText } from '#i18n/duration-text.ts'
import { parseAmount } from '#rules/amounts.ts'
import { Tabs } from '#ui/tabs.tsx'
import { TextField } from '#ui/text-field.tsx'

const FIRST_STAKE = '100'

/** The average result of orders on a product, for a stake that the user types and a duration that they choose. */
export function OddsView({ product }: { product: Product }) {
  const { t, i18n } = useTranslation(['trust', 'ticket'])
  const wordOf = useAmountText()
  const format = useFormat()
  const { durations, stakeMin, stakeMax } = product.terms
  const limits = { minimum: stakeMin, maximum: stakeMax, available: null }
  const [text, setText] = useState(FIRST_STAKE)
  // The last valid stake, so that the figures do not disappear while the user types.
  const [stake, setStake] = useState(parseAmount(FIRST_STAKE) ?? stakeMin)
  const [durationMs, setDuration] = useState(durations[0]?.durationMs)
  const row = durations.find((one) => one.durationMs === durationMs) ?? durations[0]
  const issue = amountIssue(text, limits)
  const input = useAmountInput({
    amount: text,
    onAmount: (next) => {
      setText(next)
      const amount = parseAmount(next)
      if (amount !== null && amountIssue(next, limits) === null) setStake(amount)
    },
  })
  if (row === undefined) return null
  const idOf = (ms: number): string => String(ms)
  return (
    <>
      <TextField
        {...input}
        figure
        name="stake"
        label={t('trust:odds.stake')}
        error={issue === null ? undefined : wordOf(issue, limits)}
        hint={t('ticket:range', {
          minimum: format.money(stakeMin),
          maximum: format.money(stakeMax),
        })}
      />
      <Tabs
        label={t('ticket:duration')}
        tabs={durations.map((one) => ({
          id: idOf(one.durationMs),
          label: durationText(i18n.language, one.durationMs),
        }))}
        selected={idOf(row.durationMs)}
        onSelect={(id) =>
          setDuration(durations.find((one) => idOf(one.durationMs) === id)?.durationMs)
        }
      >
        <OddsFigures terms={{ stake, rateBps: row.payoutRate }} />
      </Tabs>
    </>
  )
}
