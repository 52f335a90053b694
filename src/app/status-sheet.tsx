import { useAtomValue } from 'jotai'
import { ChevronRight } from 'lucide-react'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router-dom'
import { reachabilityAtom } from '#api/reachability.ts'
import { appInfoAtom } from '#api/session.ts'
import { Age, stateOf } from '#app/connection-state.tsx'
import { PATHS } from '#lib/paths.ts'
import { connectionAtom } from '#streams'
import { inlineLinkLook } from '#ui/inline-link.ts'
import { Sheet } from '#ui/sheet.tsx'

interface Props {
  open: boolean
  onClose: () => void
}

/** What the chip in the header means: the money, the prices and the connection. */
export function StatusSheet({ open, onClose }: Props) {
  const { t } = useTranslation(['status', 'common', 'tabs'])
  const info = useAtomValue(appInfoAtom)
  const page = (name: 'about' | 'trust') => (
    <Link to={PATHS[name]} onClick={onClose} className={inlineLinkLook}>
      <span>{t(`tabs:pages.${name}`)}</span>
      <ChevronRight aria-hidden size={16} />
    </Link>
  )
  return (
    <Sheet open={open} onClose={onClose} title={t('status:title')}>
      <div className="flex flex-col gap-4 py-2">
        {info?.practice !== false && (
          <Part title={t('common:practice.badge')} text={t('status:practice')}>
            {page('about')}
          </Part>
        )}
        {info !== null && (
          <Part title={t(`common:source.${info.source}`)} text={t(`status:source.${info.source}`)}>
            {page('trust')}
          </Part>
        )}
        <ConnectionPart />
      </div>
    </Sheet>
  )
}

interface PartProps {
  title: ReactNode
  text: string
  children?: ReactNode
}

function Part({ title, text, children }: PartProps) {
  return (
    <section className="flex flex-col gap-0.5">
      <h3 className="font-semibold">{title}</h3>
      <p className="text-sm text-ink-2">{text}</p>
      {children}
    </section>
  )
}

/** While the server is out of reach, that matters more than what the socket does. */
function ConnectionPart() {
  const { t } = useTranslation(['status', 'common'])
  const { state, asOf } = stateOf(useAtomValue(connectionAtom))
  const reachability = useAtomValue(reachabilityAtom)
  const said = reachability === 'reached' ? state : reachability
  return (
    <Part
      title={
        <span className="flex gap-2">
          <span>{t(`common:connection.${state}`)}</span>
          {asOf !== null && <Age asOf={asOf} />}
        </span>
      }
      text={t(`status:connection.${said}`)}
    />
  )
}
