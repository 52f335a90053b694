import { useAtomValue } from 'jotai'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router-dom'
import { appInfoAtom } from '#api/session.ts'
import { recoveryPath } from '#lib/recovery-path.ts'
import { buttonLook } from '#ui/button.tsx'
import { WithHelp } from '#ui/help.tsx'
import { Sheet } from '#ui/sheet.tsx'

interface Props {
  open: boolean
  onClose: () => void
}

/** An address as people read it: without its scheme. */
const shown = (contact: string): string => contact.replace(/^(mailto:|tel:|https:\/\/)/, '')

/** What to do without a password: recover the account, and how to reach customer service without a log-in. */
export function ForgotSheet({ open, onClose }: Props) {
  const { t } = useTranslation(['access', 'common'])
  return (
    <Sheet open={open} onClose={onClose} title={t('access:forgot.title')}>
      <div className="flex flex-col gap-4 pt-1">
        <WithHelp
          help={
            <>
              <p>{t('access:forgot.lead')}</p>
              <p>{t('access:forgot.device')}</p>
              <p>{t('access:forgot.never')}</p>
            </>
          }
        >
          <p>{t('access:forgot.documents')}</p>
        </WithHelp>
        <div className="flex flex-col gap-2">
          <Link to={recoveryPath('ask')} className={buttonLook({ size: 'lg', block: true })}>
            {t('access:forgot.recover')}
          </Link>
          <Link
            to={recoveryPath('follow')}
            className={buttonLook({ variant: 'secondary', block: true })}
          >
            {t('access:forgot.code')}
          </Link>
        </div>
        <Reach />
      </div>
    </Sheet>
  )
}

/** The contact that the operator of this server has set, or the plain fact that there is none. */
function Reach() {
  const { t } = useTranslation('access')
  const contact = useAtomValue(appInfoAtom)?.supportContact ?? null
  return (
    <section className="flex flex-col gap-1">
      <h3 className="font-semibold">{t('forgot.reachTitle')}</h3>
      {contact === null ? (
        <p>{t('forgot.noReach')}</p>
      ) : (
        <p>
          {t('forgot.reach')}{' '}
          <a
            href={contact}
            rel="noreferrer"
            className="inline-flex min-h-touch items-center font-semibold break-all text-brand-strong underline"
          >
            {shown(contact)}
          </a>
        </p>
      )}
    </section>
  )
}
