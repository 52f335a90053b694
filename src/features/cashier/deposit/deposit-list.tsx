import { useAtomValue } from 'jotai'
import { ArrowDownToLine } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import type { DepositMethod, DepositStatus } from '#contract/cashier.ts'
import { DepositDetail } from '#features/cashier/deposit/deposit-detail.tsx'
import { DocumentList } from '#documents/document-list.tsx'
import { depositStage, readDeposits, useDepositList } from '#features/cashier/lists.ts'
import { useMethodName } from '#features/cashier/deposit/method-name.ts'
import { newestOf } from '#documents/read-page.ts'
import { DepositBadge } from '#features/cashier/status-badges.tsx'
import { useFormat } from '#i18n/format.ts'
import { useOpened } from '#documents/use-opened.ts'
import { topicAtom } from '#streams'
import { DocumentRow } from '#ui/document-row.tsx'

interface Props {
  /** Null for all deposits. */
  status: DepositStatus | null
  methods: readonly DepositMethod[]
  /** The deposit to open at once; null for none. */
  linked: string | null
}

/** The user's deposits with their current status. */
export function DepositList({ status, methods, linked }: Props) {
  const { t } = useTranslation('cashier')
  const format = useFormat()
  const nameOf = useMethodName(methods)
  const list = useDepositList(status)
  const live = useAtomValue(topicAtom('deposits'))
  const { shown, open, show, close } = useOpened(linked, readDeposits)
  const known = 'value' in live ? live.value : []
  const current = shown && newestOf(shown, known, depositStage)
  return (
    <>
      <DocumentList
        list={list}
        empty={{
          icon: ArrowDownToLine,
          title: t(status === null ? 'deposit.empty' : 'deposit.emptyFilter'),
          hint: t('deposit.emptyHint'),
        }}
      >
        {(deposit) => (
          <DocumentRow
            title={nameOf(deposit.method)}
            time={format.dateTime(deposit.createdAt)}
            amount={format.money(deposit.amount)}
            badge={<DepositBadge status={deposit.status} />}
            onOpen={() => show(deposit)}
          />
        )}
      </DocumentList>
      {current !== null && (
        <DepositDetail
          deposit={current}
          methodName={nameOf(current.method)}
          open={open}
          onClose={close}
        />
      )}
    </>
  )
}
