import { Camera, CircleCheck, ImagePlus, RotateCcw, Trash2 } from 'lucide-react'
import { type ReactNode, useId, useRef } from 'react'
import { Button } from '#ui/button.tsx'
import { join } from '#ui/join.ts'
import { ProgressBar } from '#ui/progress-bar.tsx'
import { Skeleton } from '#ui/skeleton.tsx'

interface PhotoTexts {
  take: string
  choose: string
  remove: string
  retry: string
  preparing: string
  uploading: string
  kept: string
  /** The alternative text of the preview. */
  alt: string
}

interface Props {
  label: string
  name: string
  hint?: ReactNode
  texts: PhotoTexts
  /** The address of the preview; null when nothing is picked. */
  preview: string | null
  phase: 'empty' | 'preparing' | 'uploading' | 'kept' | 'failed'
  /** The uploaded part, from 0 to 1. */
  part: number
  error?: string | undefined
  disabled?: boolean
  onPick: (file: File) => void
  onRemove: () => void
  onRetry: () => void
}

/** A field for one photo: take or choose it, preview it, see the upload progress, remove or retry it. */
export function PhotoField(props: Props) {
  const id = useId()
  const { label, texts, phase, preview, error } = props
  const busy = phase === 'preparing' || phase === 'uploading'
  // A photo on its way is waited for. Nothing is wrong with it.
  const wrong = error !== undefined && !busy
  return (
    <div
      role="group"
      aria-labelledby={`${id}-label`}
      aria-describedby={`${id}-note`}
      className="flex flex-col gap-2"
    >
      <span id={`${id}-label`} className="text-sm font-medium text-ink-2">
        {label}
      </span>
      <div
        className={join(
          'overflow-hidden rounded-control border bg-surface',
          wrong ? 'border-danger' : 'border-line',
        )}
      >
        {phase === 'preparing' && <Skeleton className="h-44 rounded-none" />}
        {preview !== null && (
          <img src={preview} alt={texts.alt} className="max-h-64 w-full bg-sunken object-contain" />
        )}
        <div className="flex flex-col gap-2 p-3" aria-live="polite">
          {phase === 'preparing' && <p className="text-sm text-ink-2">{texts.preparing}</p>}
          {phase === 'uploading' && (
            <>
              <p className="figures text-sm text-ink-2">{texts.uploading}</p>
              <ProgressBar label={texts.uploading} part={props.part} />
            </>
          )}
          {phase === 'kept' && (
            <p className="flex items-center gap-1.5 text-sm text-brand-strong">
              <CircleCheck aria-hidden size={16} /> <span>{texts.kept}</span>
            </p>
          )}
          <PhotoButtons {...props} />
        </div>
      </div>
      <div id={`${id}-note`} className="flex flex-col gap-1 text-xs empty:hidden">
        {error !== undefined && (
          <p role="alert" className={wrong ? 'text-danger' : 'text-ink-2'}>
            {error}
          </p>
        )}
        {props.hint !== undefined && <div className="text-ink-3">{props.hint}</div>}
      </div>
    </div>
  )
}

function PhotoButtons(props: Props) {
  const { texts, phase, disabled, label, name } = props
  const camera = useRef<HTMLInputElement>(null)
  const files = useRef<HTMLInputElement>(null)
  const picked = (input: HTMLInputElement): void => {
    const file = input.files?.[0]
    // Choosing the same file again must count as a choice.
    input.value = ''
    if (file !== undefined) props.onPick(file)
  }
  const input = {
    type: 'file',
    hidden: true,
    tabIndex: -1,
    accept: 'image/*',
  } as const
  const way = { size: 'sm', variant: 'secondary', className: 'flex-1 basis-32', disabled } as const
  return (
    <div className="flex flex-wrap gap-2">
      <input
        {...input}
        ref={camera}
        capture="environment"
        aria-label={`${label}: ${texts.take}`}
        onChange={(event) => picked(event.currentTarget)}
      />
      <input
        {...input}
        ref={files}
        aria-label={`${label}: ${texts.choose}`}
        onChange={(event) => picked(event.currentTarget)}
      />
      {phase === 'failed' && (
        <Button size="sm" disabled={disabled} onClick={props.onRetry}>
          <RotateCcw aria-hidden size={16} className="shrink-0" /> <span>{texts.retry}</span>
        </Button>
      )}
      {(phase === 'kept' || phase === 'failed' || phase === 'uploading') && (
        <Button size="sm" variant="secondary" disabled={disabled} onClick={props.onRemove}>
          <Trash2 aria-hidden size={16} className="shrink-0" /> <span>{texts.remove}</span>
        </Button>
      )}
      {phase === 'empty' && (
        <>
          <Button
            {...way}
            name={name}
            aria-label={`${label}: ${texts.take}`}
            onClick={() => camera.current?.click()}
          >
            <Camera aria-hidden size={16} className="shrink-0" /> <span>{texts.take}</span>
          </Button>
          <Button
            {...way}
            aria-label={`${label}: ${texts.choose}`}
            onClick={() => files.current?.click()}
          >
            <ImagePlus aria-hidden size={16} className="shrink-0" /> <span>{texts.choose}</span>
          </Button>
        </>
      )}
    </div>
  )
}
