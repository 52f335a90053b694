import { useAtomValue } from 'jotai'
import { ShieldCheck } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Day } from '#contract/scalars.ts'
import { CheckOutcome } from '#features/fund/income/check-outcome.tsx'
import { readAndCheck } from '#features/fund/income/read-check.ts'
import { dayBy, useServerDay } from '#features/fund/use-today.ts'
import { useErrorText } from '#i18n/error-text.ts'
import { useFetched } from '#data/use-fetched.ts'
import { streamsAtom } from '#streams'
import { Button } from '#ui/button.tsx'
import { Card } from '#ui/card.tsx'
import { WithHelp } from '#ui/help.tsx'
import { Notice } from '#ui/notice.tsx'
import { Skeleton } from '#ui/skeleton.tsx'

/** Recomputes all income in the browser. `atOnce` starts without a tap. */
export function CheckCard({ atOnce }: { atOnce: boolean }) {
  const { t } = useTranslation('fund')
  const [run, setRun] = useState(atOnce ? 1 : 0)
  return (
    <Card className="mx-4 my-2 flex flex-col gap-3">
      <WithHelp help={<p>{t('check.lead')}</p>}>
        <h2 className="flex items-center gap-2 font-semibold">
          <ShieldCheck aria-hidden size={20} className="shrink-0 text-brand-strong" />
          {t('check.title')}
        </h2>
      </WithHelp>
      {run > 0 && <CheckRun key={run} />}
      <Button variant="secondary" block onClick={() => setRun(run + 1)}>
        {t(run === 0 ? 'check.start' : 'check.again')}
      </Button>
    </Card>
  )
}

/** The server's clock decides which days have ended. */
function CheckRun() {
  const today = useServerDay()
  return today === null ? <Reading /> : <Checking today={today} />
}

function Reading() {
  const { t } = useTranslation('fund')
  return (
    <p role="status" className="flex flex-col gap-2 text-sm text-ink-2">
      {t('check.reading')}
      <Skeleton className="h-4 w-full" />
      <Skeleton className="h-4 w-2/3" />
    </p>
  )
}

function Checking({ today }: { today: Day }) {
  const { t } = useTranslation('fund')
  const { errorText } = useErrorText()
  const streams = useAtomValue(streamsAtom)
  const { fetched } = useFetched(() => readAndCheck(() => dayBy(streams) ?? today))
  if (fetched.status === 'loading') return <Reading />
  if (fetched.status === 'failed') {
    return <Notice tone="bad">{t('check.failed', { reason: errorText(fetched.error) })}</Notice>
  }
  if (fetched.value === null) return <Notice tone="info">{t('check.restless')}</Notice>
  return <CheckOutcome result={fetched.value} />
}
