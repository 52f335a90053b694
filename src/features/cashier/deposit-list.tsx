import { useAtomValue } from 'jotai'
import { ArrowDownToLine } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Deposit, DepositMethod, DepositStatus } from '#contract/cashier.ts'
import { DepositDetail } from '#features/cashier/deposit-detail.tsx'
import { DocumentList } from '#features/cashier/document-list.tsx'
import { depositStage, useDepositList } from '#features/cashier/lists.ts'
import { useMethodName } from '#features/cashier/method-name.ts'
import { newestOf } from '#features/cashier/newest-of.ts'
import { DepositBadge } from '#features/cashier/standing-badge.tsx'
import { useLinkedDeposit } from '#features/cashier/use-linked-document.ts'
import { useFormat } from '#i18n/format.ts'
import { depositsAtom } from '#streams'
import { DocumentRow } from '#ui/document-row.tsx'

interface Props {
  /** Null: all of them. */
  status: DepositStatus | null
  methods: readonly DepositMethod[]
  /** The one to open at once; null: none. */
  linked: string | null
}

/** The user's deposits as they stand now. */
export function DepositList({ status, methods, linked }: Props) {
  const { t } = useTranslation('cashier')
  const format = useFormat()
  const nameOf = useMethodName(methods)
  const list = useDepositList(status)
  const live = useAtomValue(depositsAtom)
  const [shown, show] = useState<Deposit | null>(null)
  const [open, setOpen] = useState(false)
  const openOne = (deposit: Deposit): void => {
    show(deposit)
    setOpen(true)
  }
  useLinkedDeposit(linked, openOne)
  const known = 'value' in live ? live.value : []
  const current = shown && newestOf(shown, known, depositStage)
  return (
    <>
      <DocumentList
        list={list}
        icon={ArrowDownToLine}
        texts={{
          failed: t('deposit.failed'),
          empty: t(status === null ? 'deposit.empty' : 'deposit.emptyFilter'),
          emptyHint: t('deposit.emptyHint'),
        }}
      >
        {(deposit) => (
          <DocumentRow
            title={nameOf(deposit.method)}
            time={format.dateTime(deposit.createdAt)}
            amount={format.money(deposit.amount)}
            badge={<DepositBadge status={deposit.status} />}
            onOpen={() => openOne(deposit)}
          />
        )}
      </DocumentList>
      {current !== null && (
        <DepositDetail
          deposit={current}
          methodName={nameOf(current.method)}
          open={open}
          onClose={() => setOpen(false)}
        />
      )}
    </>
  )
}
