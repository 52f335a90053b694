import { useFormat } from '#i18n/format.ts'
import { join } from '#ui/join.ts'

/** A profit or loss by sign and colour. */
export function SignedAmount({ minor, className }: { minor: bigint; className?: string }) {
  const format = useFormat()
  const tone = minor > 0n ? 'text-up' : minor < 0n ? 'text-down' : 'text-ink'
  return (
    <span className={join('figures font-semibold', tone, className)}>
      {format.signedMoney(minor)}
    </span>
  )
}
