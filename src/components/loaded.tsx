import type { LucideIcon } from 'lucide-react'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { ErrorDetails } from '#components/error-details.tsx'
import { Failed } from '#components/failed.tsx'
import { useErrorText } from '#i18n/error-text.ts'
import type { ApiError } from '#api/api-error.ts'
import { Button } from '#ui/button.tsx'
import { Notice } from '#ui/notice.tsx'
import { Skeleton } from '#ui/skeleton.tsx'

/** Data of one request: a `Fetched` of a component or a `Resource` that views share. */
type Data<T> =
  | { status: 'loading' }
  | { status: 'ready'; value: T }
  | { status: 'failed'; error: ApiError }

interface Options {
  onRetry: () => unknown
  /** In the place of the data while it loads; by default two cards. */
  loading?: ReactNode
  /** What could not be loaded. Without it, the reason is the title. */
  title?: string
  icon?: LucideIcon
  /** In a form, a sheet or among other content. */
  compact?: boolean
}

interface LoadedProps<T> extends Options {
  data: Data<T>
  children: (value: T) => ReactNode
}

/** Draws data once it is loaded, and until then that it loads or why it could not be loaded. */
export function Loaded<T>({ data, children, ...options }: LoadedProps<T>) {
  return data.status === 'ready' ? children(data.value) : <NotLoaded data={data} {...options} />
}

interface NotLoadedProps extends Options {
  data: Exclude<Data<never>, { status: 'ready' }>
}

/** For a component that needs the data for more than its content. */
export function NotLoaded({ data, loading = <LoadingCards />, compact, ...rest }: NotLoadedProps) {
  if (data.status === 'loading') return loading
  const Panel = compact === true ? FailedNotice : Failed
  return <Panel error={data.error} {...rest} />
}

function FailedNotice({ title, error, onRetry }: { error: ApiError } & Options) {
  const { t } = useTranslation('common')
  const { errorText } = useErrorText()
  return (
    <div className="flex flex-col gap-3">
      <Notice tone="bad">
        {title !== undefined && <p>{title}</p>}
        <p>{errorText(error)}</p>
      </Notice>
      <ErrorDetails error={error} />
      <Button variant="secondary" onClick={() => void onRetry()}>
        {t('retry')}
      </Button>
    </div>
  )
}

function LoadingCards() {
  const { t } = useTranslation('common')
  return (
    <div role="status" aria-label={t('loading')} className="flex flex-col gap-2 py-2">
      <Skeleton className="h-28 rounded-card" />
      <Skeleton className="h-28 rounded-card" />
    </div>
  )
}
