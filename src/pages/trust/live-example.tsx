import { OrderPicture } from '#components/order-picture/order-picture.tsx'
import { NotLoaded } from '#components/loaded.tsx'
import { Dices } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import type { Product } from '#contract/product.ts'
import { EvidenceTable } from '#features/orders/receipt/evidence-table.tsx'
import { WhyText } from '#features/orders/order-text.tsx'
import { type Drawn, drawExample } from '#features/trust/draw-example.ts'
import { durationText } from '#i18n/duration-text.ts'
import { useFetched } from '#data/use-fetched.ts'
import { Button } from '#ui/button.tsx'
import { Card } from '#ui/card.tsx'
import { Notice } from '#ui/notice.tsx'
import { Skeleton } from '#ui/skeleton.tsx'

interface Props {
  product: Product
  serverTime: number
}

/** A hypothetical order with real prices: the rule's decision, and a button for another example. */
export function LiveExample({ product, serverTime }: Props) {
  const { t } = useTranslation(['trust', 'common'])
  const { fetched, reload } = useFetched(() =>
    drawExample({ product, serverTime, random: Math.random }),
  )
  if (fetched.status !== 'ready')
    return (
      <NotLoaded
        data={fetched}
        onRetry={reload}
        loading={<Skeleton className="h-160 rounded-card" />}
      />
    )
  const drawn = fetched.value
  return (
    <>
      {drawn === null ? (
        <Notice tone="info">{t('trust:example.tooShort')}</Notice>
      ) : (
        <Shown drawn={drawn} decimals={product.priceDecimals} />
      )}
      <Button block variant="secondary" onClick={reload}>
        <Dices aria-hidden size={18} /> {t('trust:example.another')}
      </Button>
    </>
  )
}

function Shown({ drawn, decimals }: { drawn: Drawn; decimals: number }) {
  const { t, i18n } = useTranslation(['trust', 'orders', 'common'])
  const { settlement, terms, durationMs } = drawn
  const { outcome, entry, exit } = settlement
  const { direction } = terms
  const voidReason = outcome === 'void' ? settlement.reason : null
  const words = {
    direction: t(`common:direction.${direction}`),
    duration: durationText(i18n.language, durationMs),
  }
  return (
    <Card className="flex flex-col gap-4">
      <p className="font-semibold">{t('trust:example.order', words)}</p>
      <OrderPicture drawn={{ ...drawn, outcome }} decimals={decimals} />
      <div aria-live="polite" className="flex flex-col gap-1 rounded-control bg-sunken p-3">
        <p className="font-semibold">{t(`orders:status.${outcome}`)}</p>
        <div className="text-sm">
          <WhyText
            order={{ status: outcome, direction, voidReason, entry, exit }}
            decimals={decimals}
          />
        </div>
      </div>
      <EvidenceTable
        title={t('orders:evidence.entry')}
        records={drawn.entryRecords}
        decisiveSeq={entry?.seq ?? null}
        mark={t('orders:buyPrice')}
        decimals={decimals}
      />
      <EvidenceTable
        title={t('orders:evidence.exit')}
        records={drawn.exitRecords}
        decisiveSeq={exit?.seq ?? null}
        mark={t('orders:transactionPrice')}
        decimals={decimals}
      />
    </Card>
  )
}
