import { ImageOff, RotateCw, ZoomIn, ZoomOut } from 'lucide-react'
import { type FormEvent, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Refusal } from '#components/refusal.tsx'
import type { Answer, ApiError } from '#api/api-error.ts'
import { call } from '#api/call.ts'
import { deskPhoto, reopenPhoto } from '#contract/endpoints/desk.ts'
import { deskRecoveryPicture } from '#contract/endpoints/desk-recovery.ts'
import type { DeskRecovery, RecoveryPicture } from '#contract/recovery.ts'
import { useShown } from '#desk/use-seen.ts'
import { useErrorText } from '#i18n/error-text.ts'
import { Button, IconButton } from '#ui/button.tsx'
import { TextField } from '#ui/text-field.tsx'

const ZOOM_MAX = 4
const QUARTER = 90

interface Props {
  /** Null when the photo was deleted. */
  id: string | null
  label: string
  /** The document is still undecided. After the decision, viewing the photo requires a written reason. */
  open: boolean
  /** Called once the loaded photo was on the screen. */
  onShown?: (() => void) | undefined
}

/** A photo under review: large, upright, and with zoom. */
export function PhotoViewer({ id, label, open, onShown }: Props) {
  const [reopened, reopen] = useState<string | null>(null)
  if (id === null || open || reopened === id)
    return (
      <OpenPhoto source={id === null ? null : photoSource(id)} label={label} onShown={onShown} />
    )
  return <ClosedPhoto id={id} label={label} onOpen={() => reopen(id)} />
}

interface ClosedProps {
  id: string
  label: string
  onOpen: () => void
}
function ClosedPhoto({ id, label, onOpen }: ClosedProps) {
  const { t } = useTranslation('desk')
  const [why, setWhy] = useState('')
  const [busy, setBusy] = useState(false)
  const [error, setError] = useState<ApiError | null>(null)
  const submit = async (event: FormEvent): Promise<void> => {
    event.preventDefault()
    if (busy) return
    setBusy(true)
    const answer = await call(reopenPhoto, { params: { id }, body: { why: why.trim() } })
    setBusy(false)
    if (answer.ok) onOpen()
    else setError(answer.error)
  }
  return (
    <form
      aria-label={label}
      onSubmit={(event) => void submit(event)}
      className="flex shrink-0 flex-col gap-3 rounded-control border border-line p-3"
    >
      <p className="text-sm font-medium">{label}</p>
      <p className="text-sm text-ink-2">{t('photo.closed')}</p>
      <TextField
        label={t('rate.whyField')}
        name="why"
        value={why}
        onValue={setWhy}
        minLength={5}
        maxLength={200}
        autoComplete="off"
        required
      />
      <Refusal error={error} />
      <Button type="submit" variant="secondary" busy={busy} disabled={why.trim().length < 5}>
        {t('photo.open')}
      </Button>
    </form>
  )
}

/** Where a picture is read, and how the server is asked for it. */
interface Source {
  src: string
  ask: () => Promise<Answer<unknown>>
}

const photoSource = (id: string): Source => ({
  src: `/api/desk/photos/${id}`,
  ask: () => call(deskPhoto, { params: { id } }),
})

/** A picture of an account recovery. Null when it is not stored. */
export const pictureSource = (id: DeskRecovery['id'], picture: RecoveryPicture): Source => ({
  src: `/api/desk/recoveries/${id}/pictures/${picture}`,
  ask: () => call(deskRecoveryPicture, { params: { id, picture } }),
})

/** An image does not say why it could not be loaded, so the server is asked again. */
function useLostPhoto(source: Source | null) {
  const { errorText } = useErrorText()
  const [lost, setLost] = useState(false)
  const [why, setWhy] = useState<string | null>(null)
  const onLost = async (): Promise<void> => {
    setLost(true)
    if (source === null) return
    const answer = await source.ask()
    if (answer.ok || answer.error.kind !== 'rejected') return
    if (answer.error.code === 'photo_tampered') setWhy(errorText(answer.error))
  }
  const again = (): void => {
    setLost(false)
    setWhy(null)
  }
  return { lost, why, onLost, again }
}

interface ToolsProps {
  label: string
  zoom: number
  onZoom: (zoom: number) => void
  onTurn: () => void
}
function PhotoTools({ label, zoom, onZoom, onTurn }: ToolsProps) {
  const { t } = useTranslation('desk')
  return (
    <span className="flex">
      <IconButton
        label={t('photo.smaller', { name: label })}
        disabled={zoom === 1}
        onClick={() => onZoom(zoom - 1)}
      >
        <ZoomOut aria-hidden size={20} />
      </IconButton>
      <IconButton
        label={t('photo.larger', { name: label })}
        disabled={zoom === ZOOM_MAX}
        onClick={() => onZoom(zoom + 1)}
      >
        <ZoomIn aria-hidden size={20} />
      </IconButton>
      <IconButton label={t('photo.turn', { name: label })} onClick={onTurn}>
        <RotateCw aria-hidden size={20} />
      </IconButton>
    </span>
  )
}

interface OpenProps extends Pick<Props, 'label' | 'onShown'> {
  /** Null when the picture was deleted. */
  source: Source | null
}

/** A picture: large, upright, and with zoom. */
export function OpenPhoto({ source, label, onShown }: OpenProps) {
  const { t } = useTranslation('desk')
  const [zoom, setZoom] = useState(1)
  const [turn, setTurn] = useState(0)
  const { lost, why, onLost, again } = useLostPhoto(source)
  const [loaded, setLoaded] = useState(false)
  const frame = useRef<HTMLDivElement>(null)
  const turnRight = (): void => setTurn((turn + QUARTER) % (4 * QUARTER))
  const gone = source === null || lost
  useShown(frame, { loaded: loaded && !gone, onShown: () => onShown?.() })
  return (
    <figure className="shrink-0 overflow-hidden rounded-control border border-line">
      <figcaption className="flex items-center justify-between gap-2 bg-sunken ps-3">
        <span className="text-sm font-medium">{label}</span>
        {!gone && <PhotoTools label={label} zoom={zoom} onZoom={setZoom} onTurn={turnRight} />}
      </figcaption>
      {gone ? (
        <p className="flex items-center gap-2 px-3 py-6 text-sm text-ink-2">
          <ImageOff aria-hidden size={20} />
          <span>{why ?? t(lost ? 'photo.failed' : 'photo.deleted')}</span>
          {lost && why === null && (
            <Button variant="quiet" size="sm" className="ms-auto" onClick={again}>
              {t('retry')}
            </Button>
          )}
        </p>
      ) : (
        <div ref={frame} className="grid max-h-[70dvh] min-h-48 place-items-center overflow-auto">
          <button
            type="button"
            aria-label={t(zoom === 1 ? 'photo.larger' : 'photo.whole', { name: label })}
            onClick={() => setZoom(zoom === 1 ? 2 : 1)}
            style={{ width: `${zoom * 100}%` }}
            className="-outline-offset-2"
          >
            <img
              src={source.src}
              alt={label}
              onLoad={() => setLoaded(true)}
              onError={() => void onLost()}
              style={{ rotate: `${turn}deg` }}
              className="mx-auto"
            />
          </button>
        </div>
      )}
    </figure>
  )
}
