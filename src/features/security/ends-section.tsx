import { LockKeyhole, UserX } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { CloseSheet } from '#features/security/close-sheet.tsx'
import { LockSheet } from '#features/security/lock-sheet.tsx'
import { type EndSheet, readEndSheet } from '#features/security/end-sheets.ts'
import { NavRow, navRowLook } from '#ui/nav-row.tsx'
import { Section } from '#ui/section.tsx'

const ICONS = { lock: LockKeyhole, close: UserX } as const
const SHEETS = ['lock', 'close'] as const

interface Props {
  /** What the page's address asks for. */
  asked: string | null
  onOpen: (sheet: EndSheet | null) => void
  /** Called after the account was locked, when no one is logged in any more. */
  onLocked: () => void
}

/** Locking the account at once, and closing it for good. */
export function EndsSection({ asked, onOpen, onLocked }: Props) {
  const { t } = useTranslation('security')
  const open = readEndSheet(asked)
  const close = (): void => onOpen(null)
  return (
    <>
      <Section title={t('ends')}>
        {SHEETS.map((which) => (
          <button
            key={which}
            type="button"
            aria-haspopup="dialog"
            onClick={() => onOpen(which)}
            className={navRowLook}
          >
            <NavRow icon={ICONS[which]} label={t(`${which}.title`)} />
          </button>
        ))}
      </Section>
      <LockSheet
        open={open === 'lock' || open === 'lockNow'}
        reason={open === 'lockNow' ? 'login' : 'owner'}
        onClose={close}
        onLocked={onLocked}
      />
      <CloseSheet open={open === 'close'} onClose={close} />
    </>
  )
}
