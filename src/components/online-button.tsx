import { useAtomValue } from 'jotai'
import { type ComponentProps, Suspense, useId } from 'react'
import { useTranslation } from 'react-i18next'
import { type Reach, reachAtom } from '#lib/reach.ts'
import { Button } from '#ui/button.tsx'

/**
 * A button for actions that move money or bind the user. It is disabled, with the reason, while the server is
 * unreachable.
 */
export function OnlineButton(props: ComponentProps<typeof Button>) {
  const reach = useAtomValue(reachAtom)
  const id = useId()
  if (reach === 'reached') return <Button {...props} />
  return (
    <>
      <Button {...props} disabled aria-describedby={id} />
      <Suspense>
        <Reason id={id} reach={reach} />
      </Suspense>
    </>
  )
}

function Reason({ id, reach }: { id: string; reach: Exclude<Reach, 'reached'> }) {
  const { t } = useTranslation('offline')
  return (
    <p id={id} role="status" className="text-center text-xs text-warn">
      {t(`needs.${reach}`)}
    </p>
  )
}
