import { useAtomValue, useSetAtom } from 'jotai'
import { ShieldCheck, X } from 'lucide-react'
import { useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router-dom'
import { methodsOf } from '#features/security/second-factor-prompt.tsx'
import { closeFactorOfferAtom, factorOfferDueAtom, factorOfferedAtom } from '#lib/factor-offer.ts'
import { securityPath } from '#lib/paths.ts'
import { profileAtom } from '#streams'
import { buttonLook, IconButton } from '#ui/button.tsx'

/** After a log-in, offers a second factor to who has none; it stands in nobody's way and goes with one tap. */
export function FactorOffer() {
  const due = useAtomValue(factorOfferDueAtom)
  const profile = useAtomValue(profileAtom)
  const none = profile.status === 'live' && methodsOf(profile.value.factors).length === 0
  return due && none ? <Offer /> : null
}

function Offer() {
  const { t } = useTranslation(['security', 'common'])
  const offered = useSetAtom(factorOfferedAtom)
  const close = useSetAtom(closeFactorOfferAtom)
  useEffect(() => offered(), [offered])
  return (
    <aside className="mx-3 mb-2 flex items-center gap-1 rounded-control bg-surface ps-3 text-sm shadow-card">
      <ShieldCheck aria-hidden size={18} className="shrink-0 text-brand-strong" />
      <p className="min-w-0 flex-1 py-2">{t('security:offer.text')}</p>
      <Link
        to={securityPath('factors')}
        onClick={close}
        className={buttonLook({ variant: 'quiet', size: 'sm' })}
      >
        {t('security:totp.start')}
      </Link>
      <IconButton label={t('common:close')} onClick={close}>
        <X aria-hidden size={18} />
      </IconButton>
    </aside>
  )
}
