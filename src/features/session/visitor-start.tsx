import { useAtomValue } from 'jotai'
import { Suspense } from 'react'
import { useTranslation } from 'react-i18next'
import { appInfoAtom } from '#api/session.ts'
import { useGuestOffer } from '#features/session/guest-offer.tsx'
import { LogInOrRegister } from '#components/log-in-or-register.tsx'
import { Button } from '#ui/button.tsx'

/** What a visitor can do in the place where others order: try as a guest, log in or register. */
export function VisitorStart() {
  const guests = useAtomValue(appInfoAtom)?.guests === true
  if (!guests) return <LogInOrRegister />
  return (
    <Suspense fallback={<LogInOrRegister side />}>
      <TryAsGuest />
    </Suspense>
  )
}

function TryAsGuest() {
  const { t } = useTranslation('access')
  const guest = useGuestOffer(() => {})
  return (
    <div className="flex flex-col gap-2">
      <Button block onClick={guest.ask}>
        {t('guest.try')}
      </Button>
      <LogInOrRegister side quiet />
      {guest.sheet}
    </div>
  )
}
