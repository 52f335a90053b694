import { ChevronRight } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router-dom'
import { call } from '#api/call.ts'
import { Loaded } from '#components/loaded.tsx'
import type { ClosingObstacle } from '#contract/closing.ts'
import { closeAccount, getClosing } from '#contract/endpoints/closing.ts'
import { useFetched } from '#data/use-fetched.ts'
import { KeepAccount } from '#features/security/keep-account.tsx'
import { useOwnFactor } from '#features/security/own-factor.tsx'
import { PasswordAsk } from '#features/security/password-ask.tsx'
import { useFormat } from '#i18n/use-format.ts'
import { PATHS } from '#lib/paths.ts'
import { WithHelp } from '#ui/help.tsx'
import { Sheet } from '#ui/sheet.tsx'

interface Props {
  open: boolean
  onClose: () => void
}

/** Closes the account: what is in the way, the password, and until the day comes the button that keeps it. */
export function CloseSheet({ open, onClose }: Props) {
  const { t } = useTranslation('security')
  return (
    <Sheet open={open} onClose={onClose} title={t('close.title')}>
      <div className="flex flex-col gap-4 py-2">
        <Closing />
      </div>
    </Sheet>
  )
}

function Closing() {
  const { t } = useTranslation('security')
  const format = useFormat()
  const { fetched, reload } = useFetched(() => call(getClosing, {}))
  return (
    <Loaded data={fetched} onRetry={reload} compact>
      {({ closesAt, obstacles }) => (
        <>
          <WithHelp help={<p>{t('close.help')}</p>}>
            <p>
              {closesAt === null
                ? t('close.lead')
                : t('close.on', { date: format.dateClock(closesAt) })}
            </p>
          </WithHelp>
          {obstacles.length > 0 && <Obstacles obstacles={obstacles} />}
          {closesAt !== null && <KeepAccount onDone={reload} />}
          {closesAt === null && obstacles.length === 0 && <Ask onDone={reload} />}
        </>
      )}
    </Loaded>
  )
}

const ENDED_AT: Record<ClosingObstacle, string> = {
  orders: PATHS.orders,
  fund: PATHS.fund,
  deposits: PATHS.deposits,
  withdrawals: PATHS.withdrawals,
  money: PATHS.withdraw,
  verification: PATHS.verify,
  payout: PATHS.account,
  frozen: PATHS.messages,
}

function Obstacles({ obstacles }: { obstacles: readonly ClosingObstacle[] }) {
  const { t } = useTranslation('security')
  return (
    <section className="flex flex-col gap-1">
      <h3 className="text-sm text-ink-2">{t('close.blocked')}</h3>
      <ul className="divide-y divide-line/60">
        {obstacles.map((what) => (
          <li key={what}>
            <Link to={ENDED_AT[what]} className="flex min-h-touch items-center gap-2 font-medium">
              <span className="min-w-0 flex-1">{t(`close.obstacle.${what}`)}</span>
              <ChevronRight aria-hidden size={18} className="shrink-0 text-ink-3" />
            </Link>
          </li>
        ))}
      </ul>
    </section>
  )
}

function Ask({ onDone }: { onDone: () => void }) {
  const { t } = useTranslation('security')
  const { proof, missing, clear, prompt } = useOwnFactor('account_closing')
  const send = async (password: string) => {
    const answer = await call(closeAccount, { body: { password, proof } })
    if (!answer.ok) clear()
    return answer
  }
  return (
    <PasswordAsk
      submitLabel={t('close.confirm')}
      variant="danger"
      send={send}
      onAccepted={onDone}
      incomplete={missing}
    >
      {prompt}
    </PasswordAsk>
  )
}
