import { useEffect, useState } from 'react'
import { Skeleton } from '#ui/skeleton.tsx'

interface Props {
  text: string
  /** What scanning the code is for. */
  label: string
}

/** One square per dark module, as one path: `M3 0h1v1h-1z`. */
const pathOf = (rows: readonly (readonly boolean[])[]): string =>
  rows.flatMap((row, y) => row.map((dark, x) => (dark ? `M${x} ${y}h1v1h-1z` : ''))).join('')

interface Drawn {
  text: string
  path: string
  size: number
}

/** A QR code, dark on white in both themes, because some scanners cannot read inverted codes. */
export function QrCode({ text, label }: Props) {
  const [drawn, draw] = useState<Drawn | null>(null)
  useEffect(() => {
    let wanted = true
    void import('qr').then(({ encodeQR }) => {
      if (!wanted) return
      const rows = encodeQR(text, 'raw', { border: 4 })
      draw({ text, path: pathOf(rows), size: rows.length })
    })
    return () => {
      wanted = false
    }
  }, [text])
  if (drawn?.text !== text) return <Skeleton className="aspect-square w-full max-w-52" />
  return (
    <svg
      role="img"
      aria-label={label}
      viewBox={`0 0 ${drawn.size} ${drawn.size}`}
      shapeRendering="crispEdges"
      className="aspect-square w-full max-w-52 rounded-control bg-qr-light text-qr-dark"
    >
      <path d={drawn.path} fill="currentColor" />
    </svg>
  )
}
