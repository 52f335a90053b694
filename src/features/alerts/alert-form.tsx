import { useAtomValue, useSetAtom } from 'jotai'
import { type FormEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Refusal } from '#components/refusal.tsx'
import { call } from '#api/call.ts'
import { setAlert } from '#contract/endpoints/alerts.ts'
import type { Product } from '#contract/product.ts'
import { price as contractPrice } from '#contract/scalars.ts'
import { type AlertWish, STEPS_BPS, stepFrom, wishOf } from '#features/alerts/alert-wish.ts'
import { useAmountInput } from '#i18n/amount-input.ts'
import { useFormat } from '#i18n/use-format.ts'
import { decimalText } from '#contract/decimals.ts'
import { showToastAtom } from '#notifications/toasts.ts'
import { refusalOf } from '#forms/form.ts'
import { useSubmission } from '#forms/use-submission.ts'
import { quoteAtom } from '#streams'
import { Button } from '#ui/button.tsx'
import { TextField } from '#ui/text-field.tsx'

/**
 * The form for one price alert: a typed price or a step from the current price. The direction follows from where the
 * market was when the price was typed, so that a market that passes the price cannot turn it round.
 */
export function AlertForm({ product, price }: { product: Product; price: number | null }) {
  const { t } = useTranslation(['alerts', 'errors'])
  const format = useFormat()
  const toast = useSetAtom(showToastAtom)
  const quote = useAtomValue(quoteAtom(product.id, 'detail'))
  const { submission, busy, run, reset } = useSubmission()
  const { priceDecimals: decimals, symbol } = product
  const last = 'value' in quote ? quote.value.price : null
  const [{ text, typedAt }, setTyped] = useState<{ text: string; typedAt: number | null }>({
    text: price === null ? '' : decimalText(price, decimals),
    typedAt: last,
  })
  const wish = wishOf(text, decimals, { last, typedAt })
  const issues: Partial<Record<AlertWish['kind'], string>> = {
    same: t('alerts:same'),
    reached: t('errors:alert_already_reached'),
    unreadable: t('errors:number_unreadable', { example: format.price(last ?? 1, decimals) }),
  }
  const issue = issues[wish.kind]
  const put = (next: string): void => {
    reset()
    setTyped({ text: next, typedAt: last })
  }
  const input = useAmountInput({ amount: text, onAmount: put, decimals })
  const submit = (event: FormEvent): void => {
    event.preventDefault()
    if (wish.kind !== 'ready') return
    const body = { symbol, direction: wish.direction, price: contractPrice.parse(wish.price) }
    const done = (): void => {
      put('')
      toast({ tone: 'good', text: t('alerts:setDone') })
    }
    void run(() => call(setAlert, { body }), done)
  }
  return (
    <form noValidate onSubmit={submit} className="flex flex-col gap-3">
      <PriceNow product={product} last={last} />
      <TextField
        label={t('alerts:label')}
        {...input}
        error={issue}
        hint={<Meaning wish={wish} decimals={decimals} />}
      />
      <Steps
        disabled={last === null || busy}
        onStep={(bps) => last !== null && put(decimalText(stepFrom(last, bps), decimals))}
      />
      <Refusal error={refusalOf(submission)} />
      <Button type="submit" size="lg" block busy={busy} disabled={wish.kind !== 'ready'}>
        {t('alerts:set')}
      </Button>
    </form>
  )
}

function PriceNow({ product, last }: { product: Product; last: number | null }) {
  const { t } = useTranslation('alerts')
  const format = useFormat()
  return (
    <p className="flex items-baseline justify-between gap-3 text-sm text-ink-2">
      {t('now')}
      <span className="figures text-xl font-bold text-ink">
        {last === null ? '–' : format.price(last, product.priceDecimals)}
      </span>
    </p>
  )
}

/** What will happen, shown before anything is sent. Two lines are reserved, so that nothing moves. */
function Meaning({ wish, decimals }: { wish: AlertWish; decimals: number }) {
  const { t } = useTranslation('alerts')
  const format = useFormat()
  if (wish.kind === 'no_price') return <span className="block min-h-9">{t('noPrice')}</span>
  if (wish.kind !== 'ready') return <span className="block min-h-9" />
  const text = wish.direction === 'at_or_above' ? 'willAbove' : 'willBelow'
  return (
    <span className="block min-h-9">{t(text, { price: format.price(wish.price, decimals) })}</span>
  )
}

function Steps({ disabled, onStep }: { disabled: boolean; onStep: (bps: number) => void }) {
  const { t } = useTranslation('alerts')
  const format = useFormat()
  return (
    <div role="group" aria-label={t('steps')} className="flex gap-1.5">
      {STEPS_BPS.map((bps) => (
        <button
          key={bps}
          type="button"
          disabled={disabled}
          onClick={() => onStep(bps)}
          className="figures min-h-touch flex-1 rounded-lg bg-sunken px-1 text-sm font-medium active:bg-line disabled:opacity-50"
        >
          {`${bps < 0 ? '−' : '+'}${format.percentFromBps(Math.abs(bps))}`}
        </button>
      ))}
    </div>
  )
}
