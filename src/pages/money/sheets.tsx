import { useAtomValue } from 'jotai'
import { appInfoAtom } from '#api/session.ts'
import { DepositSheet } from '#features/cashier/deposit/deposit-sheet.tsx'
import { useDepositTerms } from '#features/cashier/terms.ts'
import { WithdrawSheet } from '#features/fund/withdraw/withdraw-sheet.tsx'

interface Props {
  /** The name in the address (`?open=deposit`, `?open=withdraw`); null when no sheet is open. */
  open: string | null
  onClose: () => void
}

/** The sheets of the fund's page, loaded when the first one opens. */
export function FundSheets({ open, onClose }: Props) {
  const practice = useAtomValue(appInfoAtom)?.practice !== false
  const { fetched: terms, reload } = useDepositTerms()
  return (
    <>
      <DepositSheet
        open={open === 'deposit'}
        onClose={onClose}
        terms={terms}
        onRetry={reload}
        practice={practice}
        onDone={() => {
          onClose()
          reload()
        }}
      />
      <WithdrawSheet open={open === 'withdraw'} onClose={onClose} />
    </>
  )
}
