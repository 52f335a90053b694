import { useAtomValue, useSetAtom } from 'jotai'
import { ShieldCheck, X } from 'lucide-react'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Link, useLocation } from 'react-router-dom'
import { methodsOf } from '#features/security/second-factor-prompt.tsx'
import { factorOfferDueAtom } from '#api/factor-offer.ts'
import { PATHS, securityPath } from '#lib/paths.ts'
import { storedAtom } from '#device/stored-atom.ts'
import { topicAtom } from '#streams'
import { buttonLook, IconButton } from '#ui/button.tsx'

/** Where people trade, nothing else asks for attention. */
const TRADING: readonly string[] = [PATHS.products, PATHS.productDetail]

/** When this device showed the offer, in ms since 1970; 0 for never. */
const offeredAtAtom = storedAtom<number>({
  key: 'factorOfferedAt',
  initial: 0,
  read: (text) => (/^\d{1,15}$/.test(text) ? Number(text) : undefined),
})

/**
 * Offers a second factor to users who have none, after a log-in and once per device. It blocks nothing and is dismissed
 * with one tap.
 */
export function FactorOffer() {
  const due = useAtomValue(factorOfferDueAtom)
  const profile = useAtomValue(topicAtom('profile'))
  const offeredAt = useAtomValue(offeredAtAtom)
  const { pathname } = useLocation()
  // From before this offer was shown.
  const [isFirst] = useState(offeredAt === 0)
  const none = profile.status === 'live' && methodsOf(profile.value.factors).length === 0
  return due && none && isFirst && !TRADING.includes(pathname) ? <Offer /> : null
}

function Offer() {
  const { t } = useTranslation(['security', 'common'])
  const offered = useSetAtom(offeredAtAtom)
  const due = useSetAtom(factorOfferDueAtom)
  useEffect(() => offered(Date.now()), [offered])
  const close = (): void => due(false)
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
