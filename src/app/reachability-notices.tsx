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

/** One slim line. What it means is behind the chip in the header. */
const LINE = 'mx-3 mb-1 flex items-center gap-1.5 rounded-lg px-2.5 py-1 text-xs'

function Away({ reachability }: { reachability: 'offline' | 'unreachable' }) {
  const { t } = useTranslation('offline')
  return (
    <div role="status" data-reach={reachability} className={`${LINE} bg-warn-soft text-warn`}>
      <CloudOff aria-hidden size={14} className="shrink-0" />
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
    <div role="status" data-reach="polled" className={`${LINE} bg-info-soft text-info`}>
      <Hourglass aria-hidden size={14} className="shrink-0" />
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
    <div
      role="status"
      data-new-version
      className="mx-3 mb-2 flex items-center gap-2 rounded-control bg-info-soft ps-3 text-sm text-info"
    >
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
