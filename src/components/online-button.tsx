import { useAtomValue } from 'jotai'
import { type ComponentProps, Suspense, useId } from 'react'
import { useTranslation } from 'react-i18next'
import { type Reachability, reachabilityAtom } from '#api/reachability.ts'
import { Button } from '#ui/button.tsx'

/**
 * A button for actions that move money or bind the user. It is disabled, with the reason, while the server is
 * unreachable.
 */
export function OnlineButton(props: ComponentProps<typeof Button>) {
  const reachability = useAtomValue(reachabilityAtom)
  const id = useId()
  if (reachability === 'reached') return <Button {...props} />
  return (
    <>
      <Button {...props} disabled aria-describedby={id} />
      <Suspense>
        <Reason id={id} reachability={reachability} />
      </Suspense>
    </>
  )
}

function Reason({
  id,
  reachability,
}: {
  id: string
  reachability: Exclude<Reachability, 'reached'>
}) {
  const { t } = useTranslation('offline')
  return (
    <p id={id} role="status" className="text-center text-xs text-warn">
      {t(`needs.${reachability}`)}
    </p>
  )
}
