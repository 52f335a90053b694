import { useAtomValue, useSetAtom } from 'jotai'
import { CloudOff, Hourglass, Sparkles, X } from 'lucide-react'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { newVersionAtom } from '#app/new-version.ts'
import { reachabilityAtom } from '#api/reachability.ts'
import { connectionAtom } from '#streams'
import { Button, IconButton } from '#ui/button.tsx'

/** Shown under the header when the server is unreachable, prices are slow or a new version is available. */
export function ReachabilityNotices() {
  const reachability = useAtomValue(reachabilityAtom)
  const version = useAtomValue(newVersionAtom)
  const connection = useAtomValue(connectionAtom)
  if (reachability !== 'reached') return <Away reachability={reachability} />
  if ('polled' in connection) return <Polled />
  return version === null ? null : <NewVersion take={version.take} />
}

const LOOK = 'mx-3 mb-2 flex items-center gap-2 rounded-control px-3 text-sm'

function Away({ reachability }: { reachability: 'offline' | 'unreachable' }) {
  const { t } = useTranslation('offline')
  return (
    <div role="status" data-reach={reachability} className={`${LOOK} bg-warn-soft py-2 text-warn`}>
      <CloudOff aria-hidden size={18} className="shrink-0" />
      <p className="min-w-0 flex-1">{t(`strip.${reachability}`)}</p>
    </div>
  )
}

/** A socket that is only slow takes over within this time. Only then does the network seem to block sockets. */
const BLOCKED_AFTER_MS = 10_000

function Polled() {
  const { t } = useTranslation('offline')
  const [isBlocked, put] = useState(false)
  useEffect(() => {
    const timer = setTimeout(() => put(true), BLOCKED_AFTER_MS)
    return () => clearTimeout(timer)
  }, [])
  if (!isBlocked) return null
  return (
    <div role="status" data-reach="polled" className={`${LOOK} bg-info-soft py-2 text-info`}>
      <Hourglass aria-hidden size={18} className="shrink-0" />
      <p className="min-w-0 flex-1">{t('strip.polled')}</p>
    </div>
  )
}

function NewVersion({ take }: { take: () => Promise<void> }) {
  const { t } = useTranslation(['offline', 'common'])
  const put = useSetAtom(newVersionAtom)
  const [busy, setBusy] = useState(false)
  const update = (): void => {
    setBusy(true)
    void take().catch(() => setBusy(false))
  }
  return (
    <div role="status" data-new-version className={`${LOOK} bg-info-soft pe-0 text-info`}>
      <Sparkles aria-hidden size={18} className="shrink-0" />
      <p className="min-w-0 flex-1 py-2">{t('offline:update.ready')}</p>
      <Button variant="quiet" size="sm" busy={busy} onClick={update}>
        {t('offline:update.take')}
      </Button>
      <IconButton label={t('common:close')} onClick={() => put(null)}>
        <X aria-hidden size={18} />
      </IconButton>
    </div>
  )
}
