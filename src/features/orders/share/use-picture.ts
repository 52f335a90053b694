import { useEffect, useState } from 'react'
import type { CardTexts } from '#features/orders/share/card-layout.ts'

export interface Picture {
  /** Null while it is drawn. */
  file: File | null
  /** The address that shows it. */
  address: string | null
  /** This browser cannot draw. */
  failed: boolean
}
const NONE: Picture = { file: null, address: null, failed: false }

/** Draws the picture again whenever its texts change, and frees the one before. */
export function usePicture(texts: CardTexts, link: string): Picture {
  const [picture, setPicture] = useState(NONE)
  const key = JSON.stringify(texts)
  useEffect(() => {
    let wanted = true
    let address: string | null = null
    const draw = async (): Promise<void> => {
      const { drawCard } = await import('#features/orders/share/draw-card.ts')
      const blob = wanted ? await drawCard(JSON.parse(key) as CardTexts, link) : null
      if (!wanted) return
      if (blob === null) return setPicture({ ...NONE, failed: true })
      address = URL.createObjectURL(blob)
      setPicture({
        file: new File([blob], 'fairtick.png', { type: blob.type }),
        address,
        failed: false,
      })
    }
    draw().catch(() => wanted && setPicture({ ...NONE, failed: true }))
    return () => {
      wanted = false
      if (address !== null) URL.revokeObjectURL(address)
    }
  }, [key, link])
  return picture
}
