import { useSetAtom, useStore } from 'jotai'
import { useEffect, useEffectEvent, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import type { Answer } from '#api/api-error.ts'
import { recoverAtom } from '#commands/commands.ts'
import type { StoredCommand } from '#device/commands.ts'
import { placeOrder } from '#contract/endpoints/trading.ts'
import { keepAtom } from '#features/ticket/submission.ts'
import { useFormat } from '#i18n/use-format.ts'
import { useProductName } from '#i18n/product-name.ts'
import { showToastAtom } from '#notifications/toasts.ts'
import { parseAmount } from '#rules/amounts.ts'

/**
 * Finds out and reports what became of commands whose answer an earlier page did not receive. It never sends one again.
 */
export function Recovery({ earlier }: { earlier: readonly StoredCommand[] }) {
  const { t } = useTranslation(['offline', 'ticket'])
  const recover = useSetAtom(recoverAtom)
  const toast = useSetAtom(showToastAtom)
  const keep = useStored()
  const whatOf = useWhat()
  const begun = useRef(new Set<string>())
  const tell = useEffectEvent(async (kept: StoredCommand) => {
    const what = whatOf(kept)
    const answer = await recover(kept, () =>
      toast({ tone: 'info', text: t('offline:command.checking', { what }) }),
    )
    if (answer === null) return
    if (answer.ok) keep(kept, answer)
    toast(
      answer.ok
        ? { tone: 'good', text: t('offline:command.done', { what }) }
        : { tone: 'bad', text: t('offline:command.notDone', { what }) },
    )
  })
  useEffect(() => {
    for (const kept of earlier) {
      if (begun.current.has(kept.key)) continue
      begun.current.add(kept.key)
      void tell(kept).finally(() => begun.current.delete(kept.key))
    }
  }, [earlier])
  return null
}

/** Stores the receipt of an order on the device whenever an answer contains one. */
function useStored(): (kept: StoredCommand, answer: Answer<unknown>) => void {
  const { set } = useStore()
  return ({ name, account }, answer) => {
    const made = placeOrder.reply.safeParse(answer.ok ? answer.value : null)
    if (name !== 'order' || !made.success) return
    const { order, receipt } = made.data
    set(keepAtom, { account, id: order.id, receipt })
  }
}

/** Describes a command in the user's language. */
function useWhat(): (kept: StoredCommand) => string {
  const { t } = useTranslation('offline')
  const { money } = useFormat()
  const nameOf = useProductName()
  return ({ name, about, amount }) => {
    const minor = parseAmount(amount)
    const product = name === 'order' ? nameOf(about) : ''
    const text = t(`command.what.${name}`, { product })
    return minor === null ? text : t('command.amount', { what: text, amount: money(minor) })
  }
}
