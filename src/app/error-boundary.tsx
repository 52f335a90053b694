import { CloudOff, TriangleAlert } from 'lucide-react'
import { Component, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { ChunkFailure } from '#lib/retry-load.ts'
import { Button } from '#ui/button.tsx'
import { EmptyState } from '#ui/empty-state.tsx'

interface State {
  error: unknown
}

/** Keeps the shell working when a page fails to render. */
export class ErrorBoundary extends Component<{ children: ReactNode }, State> {
  override state: State = { error: null }

  static getDerivedStateFromError(error: unknown): State {
    return { error }
  }

  override render(): ReactNode {
    if (this.state.error === null) return this.props.children
    return <BrokenPage chunk={this.state.error instanceof ChunkFailure} />
  }
}

function BrokenPage({ chunk }: { chunk: boolean }) {
  const { t } = useTranslation('common', { useSuspense: false })
  return (
    <div role="alert">
      <EmptyState
        icon={chunk ? CloudOff : TriangleAlert}
        title={t(chunk ? 'chunkFailed.title' : 'pageBroken.title')}
        hint={t(chunk ? 'chunkFailed.hint' : 'pageBroken.hint')}
        action={<Button onClick={() => location.reload()}>{t('reload')}</Button>}
      />
    </div>
  )
}
