import { useAtomValue, useSetAtom } from 'jotai'
import { Suspense, useEffect, useEffectEvent, useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { accountAtom } from '#api/session.ts'
import { type KeptIntent, keptIntents } from '#features/ticket/kept-intents.ts'
import { recoverAtom } from '#features/ticket/submission.ts'
import { useProductName } from '#i18n/product-name.ts'
import { showToastAtom } from '#lib/toasts.ts'

/** At a start or a log-in: finds out and says what became of orders whose answer an earlier page never heard. */
export function KeptOrders() {
  const account = useAtomValue(accountAtom)
  const kept = useMemo(() => (account === null ? [] : keptIntents(account)), [account])
  if (kept.length === 0) return null
  return (
    <Suspense>
      <Recovery kept={kept} />
    </Suspense>
  )
}

function Recovery({ kept }: { kept: readonly KeptIntent[] }) {
  const { t } = useTranslation('ticket')
  const nameOf = useProductName()
  const recover = useSetAtom(recoverAtom)
  const toast = useSetAtom(showToastAtom)
  const tell = useEffectEvent(async (intent: KeptIntent) => {
    const name = nameOf(intent.symbol)
    const answer = await recover(intent, () =>
      toast({ tone: 'info', text: t('recovering', { name }) }),
    )
    if (answer?.kind === 'accepted') toast({ tone: 'good', text: t('accepted') })
    if (answer?.kind === 'not_accepted') toast({ tone: 'bad', text: t('notAccepted', { name }) })
  })
  useEffect(() => {
    // One after the other for a product, products side by side.
    for (const intents of Map.groupBy(kept, ({ symbol }) => symbol).values()) {
      void intents.reduce((before, intent) => before.then(() => tell(intent)), Promise.resolve())
    }
  }, [kept])
  return null
}
