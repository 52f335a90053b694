import { CloudOff } from 'lucide-react'
import { Button } from '#ui/button.tsx'
import { EmptyState } from '#ui/empty-state.tsx'

/** Shown instead of a list that could not be loaded. */
export function ListFailed(props: { text: string; retry: string; onRetry: () => void }) {
  return (
    <div role="alert">
      <EmptyState
        icon={CloudOff}
        title={props.text}
        action={<Button onClick={props.onRetry}>{props.retry}</Button>}
      />
    </div>
  )
}
