import { ArrowDownToLine } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { FundLot } from '#contract/fund.ts'
import { useLotColumns } from '#features/fund/columns.ts'
import { FundList } from '#features/fund/fund-list.tsx'
import { readLots, useLotList } from '#features/fund/lists.ts'
import { LotDetail } from '#features/fund/lot-detail.tsx'
import { LotBadge } from '#features/fund/status-badge.tsx'
import { useLinked } from '#features/fund/use-linked.ts'
import { useFormat } from '#i18n/format.ts'
import { DocumentRow } from '#ui/document-row.tsx'

/** Every transfer in, and what of it is still there. `linked`: the one to open at once. */
export function LotList({ linked }: { linked: string | null }) {
  const { t } = useTranslation('fund')
  const format = useFormat()
  const list = useLotList()
  const columns = useLotColumns()
  const [shown, show] = useState<FundLot | null>(null)
  const [open, setOpen] = useState(false)
  const openOne = (lot: FundLot): void => {
    show(lot)
    setOpen(true)
  }
  useLinked(linked, readLots, openOne)
  const current = list.rows.find(({ id }) => id === shown?.id) ?? shown
  return (
    <>
      <FundList
        list={list}
        icon={ArrowDownToLine}
        texts={{
          hint: t('details.transfer.hint'),
          empty: t('details.transfer.empty'),
          emptyHint: t('details.transfer.emptyHint'),
        }}
        file={{ name: t('details.transfer.file'), columns, read: readLots }}
      >
        {(lot) => (
          <DocumentRow
            title={t('details.transfer.title')}
            time={format.dateTime(lot.createdAt)}
            amount={format.money(lot.amount)}
            badge={<LotBadge lot={lot} />}
            onOpen={() => openOne(lot)}
          />
        )}
      </FundList>
      {current !== null && <LotDetail lot={current} open={open} onClose={() => setOpen(false)} />}
    </>
  )
}
