import { useAtomValue } from 'jotai'
import { appInfoAtom, memberAtom } from '#api/session.ts'
import { DepositSheet } from '#features/cashier/deposit/deposit-sheet.tsx'
import { useDepositTerms } from '#features/cashier/terms.ts'
import { LanguageSheet } from '#features/settings/language-sheet.tsx'

interface Props {
  open: 'deposit' | 'language' | null
  onClose: () => void
}

/** The sheets of the home page, loaded when the first one opens. */
export function HomeSheets({ open, onClose }: Props) {
  const member = useAtomValue(memberAtom)
  return (
    <>
      {member && <QuickDeposit open={open === 'deposit'} onClose={onClose} />}
      <LanguageSheet open={open === 'language'} onClose={onClose} />
    </>
  )
}

function QuickDeposit({ open, onClose }: { open: boolean; onClose: () => void }) {
  const practice = useAtomValue(appInfoAtom)?.practice !== false
  const { fetched: terms, reload } = useDepositTerms()
  return (
    <DepositSheet
      open={open}
      onClose={onClose}
      terms={terms}
      onRetry={reload}
      practice={practice}
      onDone={() => {
        onClose()
        reload()
      }}
    />
  )
}
