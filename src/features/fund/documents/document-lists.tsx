import { ArrowDownToLine, ArrowUpFromLine, type LucideIcon } from 'lucide-react'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { FundLot, FundRedemption } from '#contract/fund.ts'
import type { Page } from '#data/paged-list.ts'
import type { PagedList } from '#data/use-paged-list.ts'
import { useOpened } from '#documents/use-opened.ts'
import { useLotColumns, useRedemptionColumns } from '#features/fund/columns.ts'
import { LotDetail, RedemptionDetail } from '#features/fund/documents/document-details.tsx'
import { FundList } from '#features/fund/fund-list.tsx'
import { readLots, readRedemptions, useLotList, useRedemptionList } from '#features/fund/lists.ts'
import { LotBadge, RedemptionBadge } from '#features/fund/documents/status-badge.tsx'
import { useFormat } from '#i18n/format.ts'
import type { Answer } from '#lib/api-error.ts'
import type { CsvColumn } from '#rules/csv.ts'
import { DocumentRow } from '#ui/document-row.tsx'

interface Props {
  /** The number of the document to open at once. */
  linked: string | null
}

/** Lists every transfer into the fund and the part of it that is still there. */
export function LotList({ linked }: Props) {
  const { t } = useTranslation('fund')
  return (
    <Documents
      what="transfer"
      linked={linked}
      icon={ArrowDownToLine}
      list={useLotList()}
      read={readLots}
      columns={useLotColumns()}
      titleOf={() => t('details.transfer.title')}
      renderBadge={(lot) => <LotBadge lot={lot} />}
      renderDetail={(lot: FundLot, sheet) => <LotDetail lot={lot} {...sheet} />}
    />
  )
}

/** Lists every withdrawal from the fund. */
export function RedemptionList({ linked }: Props) {
  const { t } = useTranslation('fund')
  return (
    <Documents
      what="withdrawal"
      linked={linked}
      icon={ArrowUpFromLine}
      list={useRedemptionList()}
      read={readRedemptions}
      columns={useRedemptionColumns()}
      titleOf={({ speed }) => t(`details.withdrawal.speed.${speed}`)}
      renderBadge={({ status }) => <RedemptionBadge status={status} />}
      renderDetail={(redemption: FundRedemption, sheet) => (
        <RedemptionDetail redemption={redemption} {...sheet} />
      )}
    />
  )
}

interface DocumentsProps<T> extends Props {
  what: 'transfer' | 'withdrawal'
  icon: LucideIcon
  list: PagedList<T>
  read: (before: string | null) => Promise<Answer<Page<T>>>
  columns: readonly CsvColumn<T>[]
  titleOf: (row: T) => string
  renderBadge: (row: T) => ReactNode
  renderDetail: (row: T, sheet: { open: boolean; onClose: () => void }) => ReactNode
}

function Documents<T extends { id: string; createdAt: number; amount: bigint }>(
  props: DocumentsProps<T>,
) {
  const { what, linked, icon, list, read, columns, titleOf, renderBadge, renderDetail } = props
  const { t } = useTranslation('fund')
  const format = useFormat()
  const { shown, open, show, close } = useOpened(linked, read)
  const current = list.rows.find(({ id }) => id === shown?.id) ?? shown
  return (
    <>
      <FundList
        list={list}
        icon={icon}
        texts={{
          hint: t(`details.${what}.hint`),
          empty: t(`details.${what}.empty`),
          emptyHint: t(`details.${what}.emptyHint`),
        }}
        file={{ name: t(`details.${what}.file`), columns, read }}
      >
        {(row) => (
          <DocumentRow
            title={titleOf(row)}
            time={format.dateTime(row.createdAt)}
            amount={format.money(row.amount)}
            badge={renderBadge(row)}
            onOpen={() => show(row)}
          />
        )}
      </FundList>
      {current !== null && renderDetail(current, { open, onClose: close })}
    </>
  )
}
