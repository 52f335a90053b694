import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { call } from '#api/call.ts'
import { deskFrozenList, endFrozen } from '#contract/endpoints/desk-frozen.ts'
import type { DeskFrozen, FrozenStep } from '#contract/desk-frozen.ts'
import { go } from '#desk/desk-route.ts'
import { Facts, When } from '#desk/facts.tsx'
import { ListEnd, ListTop } from '#desk/list-parts.tsx'
import type { QueueProps } from '#desk/queues.tsx'
import { Select } from '#desk/select.tsx'
import { usePages } from '#desk/use-pages.ts'
import { useErrorText } from '#i18n/error-text.ts'
import { useFormat } from '#i18n/use-format.ts'
import type { ApiError } from '#api/api-error.ts'
import { Badge } from '#ui/badge.tsx'
import { Button } from '#ui/button.tsx'
import { ConfirmDialog } from '#ui/dialog.tsx'
import { ListRow } from '#ui/list-row.tsx'
import { Notice } from '#ui/notice.tsx'

const STEPS: readonly FrozenStep[] = ['lift', 'compensate']
const ENDED = 'ended'

/** Whether an operator can take this step: what no rule gives an amount for is only lifted. */
const isOpen = (step: FrozenStep, { status, due }: DeskFrozen): boolean =>
  status === 'frozen' && (step === 'lift' || due !== null)

/** What the checks have frozen, and the two steps that end it. Each needs two operators. */
export function FrozenView({ me, revision, route }: QueueProps) {
  const { t } = useTranslation('desk')
  const ended = route.status === ENDED
  const pages = usePages<DeskFrozen, DeskFrozen['id']>({
    key: `frozen ${ended}`,
    revision,
    load: (after) =>
      call(deskFrozenList, { query: { after, ...(ended && { ended: 'true' as const }) } }),
  })
  return (
    <section aria-label={t('tabs.frozen')} className="max-w-3xl">
      <ListTop pages={pages}>
        <Select
          label={t('filter')}
          value={ended ? ENDED : ''}
          options={[
            { id: '', label: t('waiting') },
            { id: ENDED, label: t('frozen.ended') },
          ]}
          onSelect={(next) => go({ ...route, status: next === '' ? null : next, id: null })}
        />
        <p className="text-sm text-ink-2">{t('frozen.hint')}</p>
      </ListTop>
      <ul className="flex flex-col gap-3">
        {pages.items.map((item) => (
          <li key={item.id}>
            <FrozenCard item={item} me={me} onDone={pages.reload} />
          </li>
        ))}
      </ul>
      <ListEnd pages={pages} />
    </section>
  )
}

interface CardProps {
  item: DeskFrozen
  me: string
  onDone: () => void
}

function FrozenCard({ item, me, onDone }: CardProps) {
  const { t } = useTranslation('desk')
  const { errorText } = useErrorText()
  const [asking, ask] = useState<FrozenStep | null>(null)
  const [busy, setBusy] = useState(false)
  const [error, setError] = useState<ApiError | null>(null)
  const title = t(`frozen.scope.${item.scope}`, { id: item.subject })
  const take = async (step: FrozenStep): Promise<void> => {
    ask(null)
    setBusy(true)
    const answer = await call(endFrozen, { params: { id: item.id }, body: { step } })
    setBusy(false)
    setError(answer.ok ? null : answer.error)
    onDone()
  }
  const remains = error?.kind === 'rejected' && error.code === 'document_frozen'
  return (
    <article
      aria-label={title}
      className="flex flex-col gap-3 rounded-card border border-line bg-surface p-4"
    >
      <div className="flex flex-wrap items-center gap-2">
        <h2 className="min-w-0 text-lg font-semibold break-words">{title}</h2>
        <Badge tone={item.status === 'frozen' ? 'warn' : 'good'}>
          {t(`frozen.status.${item.status}`)}
        </Badge>
      </div>
      <FrozenFacts item={item} />
      {item.proposals.map(({ step, by }) => (
        <Notice key={step} tone="info">
          {by === me
            ? `${t(`frozen.step.${step}`)}: ${t('ownProposal')}`
            : t('second.waits', { name: by, step: t(`frozen.step.${step}`) })}
        </Notice>
      ))}
      {error !== null && (
        <Notice tone="bad">{remains ? t('frozen.remains') : errorText(error)}</Notice>
      )}
      <div className="flex flex-wrap gap-2 empty:hidden">
        {STEPS.filter((step) => isOpen(step, item)).map((step) => (
          <Button
            key={step}
            variant={step === 'lift' ? 'secondary' : 'primary'}
            disabled={busy || item.proposals.some((each) => each.step === step && each.by === me)}
            onClick={() => ask(step)}
          >
            {t(`frozen.step.${step}`)}
          </Button>
        ))}
      </div>
      {asking !== null && (
        <ConfirmDialog
          open
          onClose={() => ask(null)}
          title={t(`frozen.step.${asking}`)}
          text={t(`frozen.says.${asking}`)}
          confirmLabel={t('yes')}
          onConfirm={() => void take(asking)}
        />
      )}
    </article>
  )
}

function FrozenFacts({ item }: { item: DeskFrozen }) {
  const { t } = useTranslation('desk')
  const format = useFormat()
  const { account, faults, since, due, proposedBy, endedBy, endedAt, amount } = item
  return (
    <Facts>
      {account !== null && <ListRow label={t('frozen.account')} value={account} />}
      <When label={t('frozen.since')} at={since} />
      {faults.map(({ invariant, detail }) => (
        <ListRow
          key={`${invariant} ${detail}`}
          label={invariant}
          value={<span className="text-sm break-words">{detail}</span>}
        />
      ))}
      {due !== null && <ListRow label={t('frozen.due')} value={format.money(due)} />}
      {amount !== null && <ListRow label={t('frozen.paid')} value={format.money(amount)} />}
      {endedBy !== null && (
        <ListRow
          label={t('frozen.by')}
          value={
            proposedBy === null
              ? endedBy
              : t('frozen.two', { proposed: proposedBy, approved: endedBy })
          }
        />
      )}
      <When label={t('frozen.endedAt')} at={endedAt} />
    </Facts>
  )
}
