import { useAtomValue } from 'jotai'
import { useState } from 'react'
import { useSearchParams } from 'react-router-dom'
import { memberAtom } from '#api/session.ts'
import { AccountFrozen } from '#components/frozen.tsx'
import { isUntouched } from '#features/fund/fund-figures.ts'
import { DayCard } from '#features/fund/overview/day-card.tsx'
import { FirstSteps } from '#features/fund/overview/first-steps.tsx'
import { FundHead } from '#features/fund/overview/fund-head.tsx'
import { FundActions, FundVisitor, FundWays } from '#features/fund/overview/fund-parts.tsx'
import { OnTheWay } from '#features/fund/overview/on-the-way.tsx'
import { RateCard } from '#features/fund/rates/rate-card.tsx'
import { HideAmounts } from '#features/session/hide-amounts.tsx'
import { LogInOrRegister } from '#components/log-in-or-register.tsx'
import { PracticeButton } from '#features/session/practice-button.tsx'
import { laterSheet } from '#lib/later.tsx'
import { topicAtom } from '#streams'
import { Skeleton } from '#ui/skeleton.tsx'

const Sheets = laterSheet(async () => (await import('./sheets.tsx')).FundSheets)

/** The balance fund: its amount, its income, pending transfers, and the ways to move money in and out. */
export function FundPage() {
  const member = useAtomValue(memberAtom)
  return <div className={PAGE}>{member ? <Registered /> : <NotRegistered />}</div>
}

/** Two columns on a large screen. */
const PAGE =
  'flex flex-col gap-4 px-4 pt-1 three:grid three:grid-cols-2 three:items-start three:[&>*]:min-w-0'
const PART = 'flex flex-col gap-4'

function NotRegistered() {
  return (
    <>
      <FundVisitor logIn={<LogInOrRegister />} />
      <div className={PART}>
        <RateCard />
        <FundWays visitor />
      </div>
    </>
  )
}

function Registered() {
  const [query, setQuery] = useSearchParams()
  const [asked, setAsked] = useState(false)
  // The address may also change while the page is shown. The sheet stays loaded so that it can close.
  if (query.has('open') && !asked) setAsked(true)
  const { status } = useAtomValue(topicAtom('fund'))
  const open = (sheet: string): void => {
    setQuery({ open: sheet }, { replace: true })
  }
  return (
    <>
      <div className={PART}>
        <AccountFrozen />
        <FundHead
          eye={<HideAmounts className="-my-3" />}
          actions={
            <FundActions onDeposit={() => open('deposit')} onWithdraw={() => open('withdraw')} />
          }
        />
        {status !== 'connecting' && <OwnSteps />}
      </div>
      {/* All are shown together, once it is known whether they exist. */}
      {status === 'connecting' ? <Skeleton className="h-48 rounded-card" /> : <Below />}
      {asked && <Sheets open={query.get('open')} onClose={() => setQuery({}, { replace: true })} />}
    </>
  )
}

function OwnSteps() {
  return (
    <>
      <FirstSteps practice={<PracticeButton variant="secondary" />} />
      <OnTheWay />
    </>
  )
}

function Below() {
  const fund = useAtomValue(topicAtom('fund'))
  // Then the rate is at the top.
  const untouched = 'value' in fund && isUntouched(fund.value)
  return (
    <div className={PART}>
      {!untouched && <RateCard />}
      <DayCard />
      <FundWays />
    </div>
  )
}
