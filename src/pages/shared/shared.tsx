import { useAtomValue } from 'jotai'
import { CircleCheck, CircleMinus, Link2Off } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { Link, useSearchParams } from 'react-router-dom'
import { productAtom } from '#data/products.ts'
import type { SharedReceipt } from '#contract/settlement-receipt.ts'
import { type ShareCode, shareCode } from '#contract/sharing.ts'
import {
  isUrgent,
  ReceiptChecks,
  ReceiptVerdict,
} from '#features/orders/receipt/checked-receipt.tsx'
import {
  type ReadyReceipt,
  type ReceiptState,
  useSharedCheck,
} from '#features/orders/receipt/use-receipt-check.ts'
import { PATHS } from '#lib/paths.ts'
import { buttonLook } from '#ui/button.tsx'
import { Card } from '#ui/card.tsx'
import { EmptyState } from '#ui/empty-state.tsx'
import { Skeleton } from '#ui/skeleton.tsx'
import type { ReceiptReport } from '#rules/receipt-check.ts'
import { PrintFooter } from '../order/print-footer.tsx'
import { ReceiptTables } from '../order/receipt-evidence.tsx'
import { SharedStory } from './shared-story.tsx'

/** A receipt that someone shared by a code, checked on the reader's device. It needs no account. */
export function SharedPage() {
  const [query] = useSearchParams()
  const code = shareCode.safeParse(query.get('code')?.trim().toLowerCase())
  return code.success ? <Shared key={code.data} code={code.data} /> : <NoSuchCode />
}

const isUnknown = (state: ReceiptState): boolean =>
  state.status === 'failed' && state.error.kind === 'rejected' && state.error.code === 'not_found'

function Shared({ code }: { code: ShareCode }) {
  const state = useSharedCheck(code)
  if (isUnknown(state)) return <NoSuchCode />
  return (
    <div className="flex flex-col gap-4 px-4 pt-2">
      {isUrgent(state) && <ReceiptVerdict state={state} />}
      {state.status === 'loading' && <Skeleton className="h-160 rounded-card" />}
      {state.status === 'ready' && <Whole state={state} code={code} />}
    </div>
  )
}

function Whole({ state, code }: { state: ReadyReceipt<SharedReceipt>; code: ShareCode }) {
  const { receipt, report } = state
  const product = useAtomValue(productAtom(receipt.order.symbol))
  // Prices cannot be formatted without the product's decimals. The checks below work without them.
  const known = product.status === 'ready' ? product.value : null
  return (
    <>
      {product.status === 'loading' && <Skeleton className="h-160 rounded-card" />}
      {known !== null && <SharedStory receipt={receipt} product={known} />}
      <Card className="flex flex-col gap-3">
        <ReceiptChecks state={state}>
          {known !== null && <ReceiptTables receipt={receipt} decimals={known.priceDecimals} />}
        </ReceiptChecks>
      </Card>
      <WhatItShows report={report} />
      <PrintFooter share={{ code }} />
    </>
  )
}

/** An unknown code and a revoked one look alike, so that no one learns whether there was one. */
function NoSuchCode() {
  const { t } = useTranslation(['sharing', 'common'])
  return (
    <EmptyState
      icon={Link2Off}
      title={t('sharing:page.none')}
      hint={t('sharing:page.noneHint')}
      action={
        <Link to={PATHS.products} className={buttonLook({ variant: 'secondary' })}>
          {t('common:toProducts')}
        </Link>
      }
    />
  )
}

const NOT_SHOWN = ['who', 'many', 'ledger'] as const

/** What a checked receipt proves, which is said only if it does, and what no shared receipt can prove. */
function WhatItShows({ report }: { report: ReceiptReport | null }) {
  const { t } = useTranslation('sharing')
  return (
    <Card className="flex flex-col gap-3 text-sm">
      {report?.verdict === 'holds' && (
        <>
          <h2 className="font-semibold">{t('page.proves')}</h2>
          <p className="flex items-start gap-2">
            <CircleCheck aria-hidden size={18} className="mt-0.5 shrink-0 text-brand-strong" />
            {t('page.result')}
          </p>
        </>
      )}
      <h2 className="font-semibold">{t('page.notShown')}</h2>
      <ul className="flex flex-col gap-1.5">
        {NOT_SHOWN.map((what) => (
          <li key={what} className="flex items-start gap-2">
            <CircleMinus aria-hidden size={18} className="mt-0.5 shrink-0 text-ink-3" />
            <span>{t(`page.${what}`)}</span>
          </li>
        ))}
      </ul>
    </Card>
  )
}
