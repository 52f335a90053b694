import { FileDown } from 'lucide-react'
import { Button, IconButton } from '#ui/button.tsx'

/** Starts an export; how it goes stands in an ExportLine. */
export function ExportButton(props: { label: string; busy: boolean; onStart: () => void }) {
  return (
    <IconButton label={props.label} disabled={props.busy} onClick={props.onStart}>
      <FileDown aria-hidden size={20} />
    </IconButton>
  )
}

interface Props {
  /** How far the export is; null: none was asked for. */
  text: string | null
  tone: 'quiet' | 'bad'
  /** While it runs. */
  cancel: { label: string; onCancel: () => void } | null
}

/** What became of an export, in one line below the filter. */
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
