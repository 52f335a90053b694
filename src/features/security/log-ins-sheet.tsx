import { CircleCheck, CircleX, History } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router-dom'
import { Refusal } from '#components/refusal.tsx'
import { type CallReply, call } from '#api/call.ts'
import { listLogIns } from '#contract/endpoints/security.ts'
import { useFetched } from '#data/use-fetched.ts'
import { NotLoaded } from '#components/loaded.tsx'
import { useFormat } from '#i18n/use-format.ts'
import { refusalOf } from '#forms/form.ts'
import { useSubmission } from '#forms/use-submission.ts'
import { Badge } from '#ui/badge.tsx'
import { lockNowPath } from '#lib/account-paths.ts'
import { Button, buttonLook } from '#ui/button.tsx'
import { EmptyState } from '#ui/empty-state.tsx'
import { Sheet } from '#ui/sheet.tsx'

interface Props {
  open: boolean
  onClose: () => void
}

/** All log-ins and failed attempts, and a summary of refused ones: when, with which factor, and from where. */
export function LogInsSheet({ open, onClose }: Props) {
  const { t } = useTranslation(['security', 'common'])
  return (
    <Sheet open={open} onClose={onClose} roomy title={t('security:logIns.title')}>
      <LogIns />
    </Sheet>
  )
}

type Page = CallReply<typeof listLogIns>
type LogIn = Page['logIns'][number]

/** The paged history of log-ins: the first page is read when mounted, further pages on request. */
function useLogIns() {
  const { fetched, reload } = useFetched(() => call(listLogIns, { query: {} }))
  const [further, setFurther] = useState<readonly Page[]>([])
  const { submission, busy, run } = useSubmission()
  const pages = fetched.status === 'ready' ? [fetched.value, ...further] : []
  const next = pages.at(-1)?.next ?? null
  const more = async (): Promise<void> => {
    if (next === null) return
    await run(
      () => call(listLogIns, { query: { before: next } }),
      (page) => setFurther((all) => [...all, page]),
    )
  }
  return {
    fetched,
    reload,
    logIns: pages.flatMap((page) => page.logIns),
    /** Null at the end. */
    more: next === null ? null : more,
    busy,
    error: refusalOf(submission),
  }
}

function LogIns() {
  const { t } = useTranslation(['security', 'common'])
  const { fetched, reload, logIns, more, busy, error } = useLogIns()
  if (fetched.status !== 'ready') {
    return <NotLoaded icon={History} data={fetched} onRetry={reload} />
  }
  if (logIns.length === 0) return <EmptyState icon={History} title={t('common:noData')} />
  return (
    <div className="flex flex-col gap-3 py-2">
      <p className="text-sm text-ink-2">{t('security:logIns.lead')}</p>
      {logIns.some(({ known }) => !known) && (
        <Link to={lockNowPath()} className={buttonLook({ variant: 'danger', block: true })}>
          {t('security:lock.title')}
        </Link>
      )}
      <ol className="divide-y divide-line/60">
        {logIns.map((logIn) => (
          <li key={logIn.id}>
            <LogInRow logIn={logIn} />
          </li>
        ))}
      </ol>
      <Refusal error={error} />
      {more === null ? (
        <p className="text-center text-xs text-ink-3">{t('common:noMore')}</p>
      ) : (
        <Button variant="secondary" block busy={busy} onClick={() => void more()}>
          {t('security:logIns.more')}
        </Button>
      )}
    </div>
  )
}

const outcomeOf = ({ succeeded, refused }: LogIn) => {
  if (refused) return 'refused'
  return succeeded ? 'succeeded' : 'failed'
}

function LogInRow({ logIn }: { logIn: LogIn }) {
  const { t } = useTranslation('security')
  const format = useFormat()
  const Icon = logIn.succeeded ? CircleCheck : CircleX
  return (
    <div className="flex items-start gap-3 py-3">
      <Icon
        aria-hidden
        size={20}
        className={`mt-0.5 shrink-0 ${logIn.succeeded ? 'text-brand' : 'text-danger'}`}
      />
      <div className="min-w-0 flex-1">
        <p className="flex flex-wrap items-center gap-x-2 gap-y-1 text-sm font-medium">
          <span>{t(`logIns.${outcomeOf(logIn)}`)}</span>
          {!logIn.known && <Badge tone="warn">{t('logIns.unknown')}</Badge>}
        </p>
        <p className="text-xs break-words text-ink-2">{logIn.device || t('devices.unnamed')}</p>
        <p className="figures text-xs break-words text-ink-3">
          <span>{format.dateTime(logIn.lastAt)}</span> · <span>{logIn.address}</span>
        </p>
        {logIn.refused && (
          <p className="figures text-xs text-ink-2">
            <span>{t('logIns.times', { count: logIn.times })}</span> ·{' '}
            <span>{t('logIns.places', { count: logIn.places })}</span>
          </p>
        )}
      </div>
    </div>
  )
}
