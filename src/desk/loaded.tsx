import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { useErrorText } from '#i18n/error-text.ts'
import type { Fetched } from '#data/use-fetched.ts'
import { Button } from '#ui/button.tsx'
import { Notice } from '#ui/notice.tsx'
import { Skeleton } from '#ui/skeleton.tsx'

interface Props<T> {
  fetched: Fetched<T>
  onRetry: () => void
  children: (value: T) => ReactNode
}

export function Loaded<T>({ fetched, onRetry, children }: Props<T>) {
  const { t } = useTranslation('desk')
  const { errorText } = useErrorText()
  if (fetched.status === 'ready') return children(fetched.value)
  if (fetched.status === 'loading') {
    return (
      <div aria-busy="true" className="flex flex-col gap-2">
        <Skeleton className="h-10" />
        <Skeleton className="h-10" />
        <Skeleton className="h-40" />
      </div>
    )
  }
  return (
    <div className="flex flex-col gap-3">
      <Notice tone="bad">{errorText(fetched.error)}</Notice>
      <Button variant="secondary" onClick={onRetry}>
        {t('retry')}
      </Button>
    </div>
  )
}
