import { ImageOff, RotateCw, ZoomIn, ZoomOut } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { IconButton } from '#ui/button.tsx'

const ZOOM_MAX = 4
const QUARTER = 90

/** A photo under review, large, turned upright and looked at closely. Null: it is deleted. */
export function PhotoViewer({ id, label }: { id: string | null; label: string }) {
  const { t } = useTranslation('desk')
  const [zoom, setZoom] = useState(1)
  const [turn, setTurn] = useState(0)
  const [lost, setLost] = useState(false)
  const gone = id === null || lost
  return (
    <figure className="shrink-0 overflow-hidden rounded-control border border-line">
      <figcaption className="flex items-center justify-between gap-2 bg-sunken ps-3">
        <span className="text-sm font-medium">{label}</span>
        {!gone && (
          <span className="flex">
            <IconButton
              label={t('photo.smaller', { name: label })}
              disabled={zoom === 1}
              onClick={() => setZoom(zoom - 1)}
            >
              <ZoomOut aria-hidden size={20} />
            </IconButton>
            <IconButton
              label={t('photo.larger', { name: label })}
              disabled={zoom === ZOOM_MAX}
              onClick={() => setZoom(zoom + 1)}
            >
              <ZoomIn aria-hidden size={20} />
            </IconButton>
            <IconButton
              label={t('photo.turn', { name: label })}
              onClick={() => setTurn((turn + QUARTER) % (4 * QUARTER))}
            >
              <RotateCw aria-hidden size={20} />
            </IconButton>
          </span>
        )}
      </figcaption>
      {gone ? (
        <p className="flex items-center gap-2 px-3 py-6 text-sm text-ink-2">
          <ImageOff aria-hidden size={20} />
          {t(lost ? 'photo.failed' : 'photo.deleted')}
        </p>
      ) : (
        <div className="grid max-h-[70dvh] min-h-48 place-items-center overflow-auto">
          <button
            type="button"
            aria-label={t(zoom === 1 ? 'photo.larger' : 'photo.whole', { name: label })}
            onClick={() => setZoom(zoom === 1 ? 2 : 1)}
            style={{ width: `${zoom * 100}%` }}
            className="-outline-offset-2"
          >
            <img
              src={`/api/desk/photos/${id}`}
              alt={label}
              onError={() => setLost(true)}
              style={{ rotate: `${turn}deg` }}
              className="mx-auto"
            />
          </button>
        </div>
      )}
    </figure>
  )
}
