import { useAtomValue } from 'jotai'
import { useTranslation } from 'react-i18next'
import { appInfoAtom } from '#api/session.ts'
import { Sheet } from '#ui/sheet.tsx'

interface Props {
  open: boolean
  onClose: () => void
}

const NEEDED = ['name', 'phone', 'dates'] as const
/** An address as people read it: without its scheme. */
const shown = (contact: string): string => contact.replace(/^(mailto:|tel:|https:\/\/)/, '')

/** What to do without a password: what customer service needs, and how to reach it without a log-in. */
export function ForgotSheet({ open, onClose }: Props) {
  const { t } = useTranslation(['access', 'common'])
  return (
    <Sheet open={open} onClose={onClose} title={t('access:forgot.title')}>
      <div className="flex flex-col gap-4 pt-1">
        <p>{t('access:forgot.lead')}</p>
        <p>{t('access:forgot.device')}</p>
        <section className="flex flex-col gap-1">
          <h3 className="font-semibold">{t('access:forgot.needTitle')}</h3>
          <ul className="list-disc ps-5">
            {NEEDED.map((what) => (
              <li key={what}>{t(`access:forgot.need.${what}`)}</li>
            ))}
          </ul>
          <p className="text-sm text-ink-2">{t('access:forgot.never')}</p>
        </section>
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
