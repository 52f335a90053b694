import { ArrowUpFromLine } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { FundRedemption } from '#contract/fund.ts'
import { useRedemptionColumns } from '#features/fund/columns.ts'
import { FundList } from '#features/fund/fund-list.tsx'
import { readRedemptions, useRedemptionList } from '#features/fund/lists.ts'
import { RedemptionDetail } from '#features/fund/redemption-detail.tsx'
import { RedemptionBadge } from '#features/fund/status-badge.tsx'
import { useLinked } from '#features/fund/use-linked.ts'
import { useFormat } from '#i18n/format.ts'
import { DocumentRow } from '#ui/document-row.tsx'

/** Every withdrawal from the fund. `linked`: the one to open at once. */
export function RedemptionList({ linked }: { linked: string | null }) {
  const { t } = useTranslation('fund')
  const format = useFormat()
  const list = useRedemptionList()
  const columns = useRedemptionColumns()
  const [shown, show] = useState<FundRedemption | null>(null)
  const [open, setOpen] = useState(false)
  const openOne = (redemption: FundRedemption): void => {
    show(redemption)
    setOpen(true)
  }
  useLinked(linked, readRedemptions, openOne)
  const current = list.rows.find(({ id }) => id === shown?.id) ?? shown
  return (
    <>
      <FundList
        list={list}
        icon={ArrowUpFromLine}
        texts={{
          hint: t('details.withdrawal.hint'),
          empty: t('details.withdrawal.empty'),
          emptyHint: t('details.withdrawal.emptyHint'),
        }}
        file={{ name: t('details.withdrawal.file'), columns, read: readRedemptions }}
      >
        {(redemption) => (
          <DocumentRow
            title={t(`details.withdrawal.speed.${redemption.speed}`)}
            time={format.dateTime(redemption.createdAt)}
            amount={format.money(redemption.amount)}
            badge={<RedemptionBadge status={redemption.status} />}
            onOpen={() => openOne(redemption)}
          />
        )}
      </FundList>
      {current !== null && (
        <RedemptionDetail redemption={current} open={open} onClose={() => setOpen(false)} />
      )}
    </>
  )
}
