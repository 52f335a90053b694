import { FileDown } from 'lucide-react'
import { Button, IconButton } from '#ui/button.tsx'

/** Starts an export. An ExportLine shows its progress. */
export function ExportButton(props: { label: string; busy: boolean; onStart: () => void }) {
  return (
    <IconButton label={props.label} disabled={props.busy} onClick={props.onStart}>
      <FileDown aria-hidden size={20} />
    </IconButton>
  )
}

interface Props {
  /** The progress of the export; null when none was started. */
  text: string | null
  tone: 'quiet' | 'bad'
  /** Set while the export is running. */
  cancel: { label: string; onCancel: () => void } | null
}

/** The progress or result of an export, in one line below the filter. */
export function ExportLine({ text, tone, cancel }: Props) {
  return (
    <div
      role={tone === 'bad' ? 'alert' : 'status'}
      className="flex items-center gap-2 px-4 text-xs text-ink-2 empty:hidden"
    >
      {text !== null && (
        <p className={tone === 'bad' ? 'py-2 text-danger' : 'figures py-2'}>{text}</p>
      )}
      {cancel !== null && (
        <Button variant="quiet" size="sm" onClick={cancel.onCancel}>
          {cancel.label}
        </Button>
      )}
    </div>
  )
}
