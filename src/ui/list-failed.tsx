import { CloudOff } from 'lucide-react'
import { Button } from '#ui/button.tsx'
import { EmptyState } from '#ui/empty-state.tsx'
import { useUiText } from '#ui/ui-text.ts'

/** Shown instead of a list that could not be loaded. */
export function ListFailed(props: { text: string; onRetry: () => void }) {
  const text = useUiText()
  return (
    <div role="alert">
      <EmptyState
        icon={CloudOff}
        title={props.text}
        action={<Button onClick={props.onRetry}>{text('retry')}</Button>}
      />
    </div>
  )
}
