import { useAtomValue } from 'jotai'
import { appInfoAtom } from '#api/session.ts'
import { DepositSheet } from '#features/cashier/deposit-sheet.tsx'
import { useDepositTerms } from '#features/cashier/terms.ts'
import { WithdrawSheet } from '#features/fund/withdraw-sheet.tsx'

interface Props {
  /** As the address names it (`?open=deposit`, `?open=withdraw`); null: none is open. */
  open: string | null
  onClose: () => void
}

/** What opens over the fund's page, loaded when the first of it does. */
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
