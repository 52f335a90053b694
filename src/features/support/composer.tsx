import { useAtomValue, useSetAtom } from 'jotai'
import { ImagePlus, RotateCcw, SendHorizontal, X } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { accountAtom } from '#api/session.ts'
import { photoId } from '#contract/scalars.ts'
import { SUPPORT_TEXT_MAX, type SupportSubject } from '#contract/support.ts'
import { AboutCard } from '#features/support/about-card.tsx'
import { NO_WORDS, writeAtom } from '#features/support/outgoing.ts'
import { useTypes } from '#features/support/use-types.ts'
import { pressedKey } from '#ui/pressed-key.ts'
import { keepDraft, storedDraft } from '#device/unsent-messages.ts'
import { isPhotoBusy, previewOf } from '#data/photo-state.ts'
import { type PhotoHandle, usePhoto, useSendPhoto } from '#data/use-photo.ts'
import { Button, IconButton } from '#ui/button.tsx'
import { streamsAtom } from '#streams'
import { useErrorText } from '#i18n/error-text.ts'
import { ProgressBar } from '#ui/progress-bar.tsx'
import { Skeleton } from '#ui/skeleton.tsx'

interface Props {
  about: SupportSubject | null
  onAbout: (about: SupportSubject | null) => void
  onSent: () => void
}

/** The message being written: kept across a reload, with an optional picture or document. */
export function Composer({ about, onAbout, onSent }: Props) {
  const { t } = useTranslation('support')
  const account = useAtomValue(accountAtom) ?? ''
  const streams = useAtomValue(streamsAtom)
  const write = useSetAtom(writeAtom)
  const [text, setText] = useState(() => storedDraft(account))
  const [picture, setPicture] = useState('')
  const photo = usePhoto({ send: useSendPhoto('support'), watermark: null, onId: setPicture })
  const types = useTypes()
  const kept = photoId.safeParse(picture)
  const said = text.trim()
  const hasMore = about !== null || kept.success
  const blocked = isPhotoBusy(photo.state) || photo.state.status === 'failed'
  const change = (next: string): void => {
    setText(next)
    keepDraft(account, next)
    types(next)
  }
  const send = (): void => {
    if (blocked || (said === '' && !hasMore)) return
    const words = { ...NO_WORDS, text: said, about, photo: kept.success ? kept.data : null }
    void write({ words, atMs: streams?.serverNow() ?? 0 })
    change('')
    photo.remove()
    onAbout(null)
    onSent()
  }
  return (
    <form
      className="flex flex-col gap-2"
      onSubmit={(event) => {
        event.preventDefault()
        send()
      }}
    >
      {about !== null && <Reference about={about} onRemove={() => onAbout(null)} />}
      <PictureToSend photo={photo} />
      <div className="flex items-end gap-1">
        <PickPicture onPick={photo.pick} />
        <Field text={text} onText={change} onEnter={send} />
        <IconButton
          type="submit"
          label={t('send')}
          disabled={blocked || (said === '' && !hasMore)}
          className="bg-brand text-on-brand active:bg-brand-strong"
        >
          <SendHorizontal aria-hidden size={20} />
        </IconButton>
      </div>
    </form>
  )
}

function Reference({ about, onRemove }: { about: SupportSubject; onRemove: () => void }) {
  const { t } = useTranslation('support')
  return (
    <div className="flex items-center gap-1">
      <div className="min-w-0 flex-1">
        <p className="text-xs text-ink-2">{t('about.hint')}</p>
        <AboutCard about={about} />
      </div>
      <IconButton label={t('about.remove')} onClick={onRemove}>
        <X aria-hidden size={18} />
      </IconButton>
    </div>
  )
}

/** The device lets the user choose between the camera and files. */
function PickPicture({ onPick }: { onPick: (file: File) => void }) {
  const { t } = useTranslation('support')
  const input = useRef<HTMLInputElement>(null)
  return (
    <>
      <input
        ref={input}
        type="file"
        accept="image/*"
        hidden
        tabIndex={-1}
        aria-label={t('picture.add')}
        onChange={({ currentTarget }) => {
          const file = currentTarget.files?.[0]
          currentTarget.value = ''
          if (file !== undefined) onPick(file)
        }}
      />
      <IconButton label={t('picture.add')} onClick={() => input.current?.click()}>
        <ImagePlus aria-hidden size={22} />
      </IconButton>
    </>
  )
}

interface FieldProps {
  text: string
  onText: (text: string) => void
  onEnter: () => void
}
/** Grows with its lines. Enter sends on devices whose keyboard has a Shift key, and inserts a line break on phones. */
function Field({ text, onText, onEnter }: FieldProps) {
  const { t } = useTranslation('support')
  const field = useRef<HTMLTextAreaElement>(null)
  useEffect(() => {
    const { current } = field
    if (current === null) return
    current.style.height = 'auto'
    current.style.height = text === '' ? '' : `${current.scrollHeight + 2}px`
  }, [text])
  return (
    <textarea
      ref={field}
      rows={1}
      name="message"
      aria-label={t('write')}
      placeholder={t('write')}
      value={text}
      maxLength={SUPPORT_TEXT_MAX}
      onChange={(event) => onText(event.target.value)}
      onKeyDown={(event) => {
        const coarse = matchMedia('(pointer: coarse)').matches
        if (pressedKey(event) !== 'Enter' || event.shiftKey || coarse) return
        event.preventDefault()
        onEnter()
      }}
      className="max-h-36 min-h-touch min-w-0 flex-1 resize-none rounded-control border border-line-strong/60 bg-surface px-3.5 py-2.5 text-base focus-visible:outline-2 focus-visible:outline-brand"
    />
  )
}

/** The picture for the next message, previewed before it is sent. */
function PictureToSend({ photo: { state, remove, retry } }: { photo: PhotoHandle }) {
  const { t } = useTranslation('support')
  const { errorText } = useErrorText()
  const preview = previewOf(state)
  if (state.status === 'empty') return null
  return (
    <div className="flex items-center gap-2 rounded-control bg-sunken p-2" aria-live="polite">
      {preview === null ? (
        state.status === 'preparing' && <Skeleton className="size-16 shrink-0" />
      ) : (
        <img
          src={preview}
          alt={t('picture.mine')}
          className="size-16 shrink-0 rounded-control object-cover"
        />
      )}
      <div className="min-w-0 flex-1 text-sm text-ink-2">
        {state.status === 'preparing' && <span>{t('picture.preparing')}</span>}
        {state.status === 'uploading' && (
          <>
            {t('picture.uploading')}
            <ProgressBar label={t('picture.uploading')} part={state.part} />
          </>
        )}
        {state.status === 'unreadable' && <span role="alert">{t('picture.unreadable')}</span>}
        {state.status === 'failed' && (
          <>
            <span role="alert">{errorText(state.error)}</span>
            <Button size="sm" variant="quiet" onClick={retry}>
              <RotateCcw aria-hidden size={16} /> {t('retry')}
            </Button>
          </>
        )}
      </div>
      <IconButton label={t('picture.remove')} onClick={remove}>
        <X aria-hidden size={18} />
      </IconButton>
    </div>
  )
}
