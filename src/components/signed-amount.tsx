import { useFormat } from '#i18n/use-format.ts'
import { resultTone } from '#components/result-tone.ts'
import { join } from '#ui/join.ts'

/** A profit or loss by sign and colour. */
export function SignedAmount({ minor, className }: { minor: bigint; className?: string }) {
  const format = useFormat()
  return (
    <span className={join('figures font-semibold', resultTone(minor), className)}>
      {format.signedMoney(minor)}
    </span>
  )
}
