import { Inbox } from 'lucide-react'
import { Button } from '#ui/button.tsx'
import { EmptyState } from '#ui/empty-state.tsx'
import { Notice } from '#ui/notice.tsx'
import { GroupedCode } from '#ui/grouped-code.tsx'
import { ProgressBar } from '#ui/progress-bar.tsx'
import { QrCode } from '#ui/qr-code.tsx'
import { ShareBar } from '#ui/share-bar.tsx'
import { Skeleton, SkeletonRows } from '#ui/skeleton.tsx'
import { Timeline } from '#ui/timeline.tsx'
import { Show } from './show.tsx'

const NOTICES = ['good', 'bad', 'info'] as const
const SHARES = ['plain', 'brand', 'up', 'down', 'warn'] as const
const STEPS = ['done', 'current', 'ahead', 'failed'] as const
const PARTS = [0, 0.4, 1]

export function Feedback() {
  return (
    <>
      <Show name="Notice">
        {NOTICES.map((tone) => (
          <Notice key={tone} tone={tone}>
            A notice that is {tone}, long enough to reach its second line on a narrow phone.
          </Notice>
        ))}
      </Show>
      <Show name="EmptyState">
        <EmptyState
          icon={Inbox}
          title="Nothing here yet"
          hint="What would bring something here"
          action={<Button>Do that</Button>}
        />
      </Show>
      <Waiting />
      <Measures />
    </>
  )
}

function Waiting() {
  return (
    <>
      <Show name="Skeleton">
        <Skeleton className="h-6 w-40" />
        <Skeleton className="h-20" />
      </Show>
      <Show name="SkeletonRows">
        <SkeletonRows className="h-12" count={3} />
      </Show>
      <Show name="ProgressBar">
        {PARTS.map((part) => (
          <ProgressBar key={part} label="Progress" part={part} />
        ))}
      </Show>
    </>
  )
}

function Measures() {
  return (
    <>
      <Show name="GroupedCode">
        <GroupedCode code="JBSWY3DPEHPK3PXP" />
      </Show>
      <Show name="ShareBar">
        <dl>
          {SHARES.map((tone, i) => (
            <ShareBar key={tone} label={tone} value={`${i * 25} %`} part={i / 4} tone={tone} />
          ))}
        </dl>
      </Show>
      <Show name="Timeline">
        <Timeline
          label="Steps"
          steps={STEPS.map((state) => ({
            id: state,
            label: state,
            time: state === 'ahead' ? null : '21/11/2026, 14:05',
            state,
          }))}
        />
      </Show>
      <Show name="QrCode">
        <QrCode text="fairtick" label="A code" />
      </Show>
    </>
  )
}
