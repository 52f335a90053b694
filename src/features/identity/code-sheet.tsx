import { useAtomValue } from 'jotai'
import { useTranslation } from 'react-i18next'
import { appInfoAtom, loggedInAtom } from '#api/session.ts'
import { Sheet } from '#ui/sheet.tsx'

/** How to get an account opening code, and how to try without one. */
export function CodeSheet({ open, onClose }: { open: boolean; onClose: () => void }) {
  const { t } = useTranslation(['access', 'common'])
  const guests = useAtomValue(appInfoAtom)?.guests === true
  const loggedIn = useAtomValue(loggedInAtom)
  return (
    <Sheet open={open} onClose={onClose} title={t('access:code.title')}>
      <div className="flex flex-col gap-4 pt-1 pb-2">
        <p>{t('access:code.invited')}</p>
        <p>{t('access:code.operator')}</p>
        {guests && !loggedIn && <p>{t('access:code.try')}</p>}
      </div>
    </Sheet>
  )
}
