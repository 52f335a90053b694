import { ImageOff } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'

interface Props {
  id: string
  alt: string
  /** The retention period has ended, and the picture was deleted. */
  expired: boolean
}

/** A picture in the conversation. Its space is reserved before it is loaded. */
export function Picture({ id, alt, expired }: Props) {
  const { t } = useTranslation('support')
  const [lost, setLost] = useState(false)
  const address = `/api/photos/${id}`
  if (lost || expired) {
    return (
      <p className="flex items-center gap-2 text-sm text-ink-2">
        <ImageOff aria-hidden size={18} className="shrink-0" />
        <span>{t(expired ? 'picture.expired' : 'picture.gone')}</span>
      </p>
    )
  }
  return (
    <a href={address} target="_blank" rel="noreferrer" className="block">
      <img
        src={address}
        alt={alt}
        onError={() => setLost(true)}
        className="h-48 w-full min-w-40 rounded-control bg-sunken object-cover"
      />
    </a>
  )
}
