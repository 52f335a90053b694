import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { ApiError } from '#api/api-error.ts'
import { call } from '#api/call.ts'
import { Refusal } from '#components/refusal.tsx'
import { decideLegalText, deskLegalTexts } from '#contract/endpoints/legal.ts'
import type { DeskLegalText, LegalId } from '#contract/legal.ts'
import { LegalWriter } from '#desk/legal-writer.tsx'
import { ListEnd, ListTop } from '#desk/list-parts.tsx'
import { usePages } from '#desk/use-pages.ts'
import { LANGUAGE_CODES, LANGUAGES } from '#i18n/languages.ts'
import { useFormat } from '#i18n/use-format.ts'
import { Badge } from '#ui/badge.tsx'
import { Button } from '#ui/button.tsx'
import { ConfirmDialog } from '#ui/dialog.tsx'

const TONES = { proposed: 'info', published: 'good', rejected: 'neutral' } as const
type Step = 'publish' | 'reject'
interface Asked {
  item: DeskLegalText
  decision: Step
}

/** Legal texts: what waits for a second operator, and all versions. */
export function LegalView({ me, revision }: { me: string; revision: number }) {
  const { t } = useTranslation('desk')
  const pages = usePages<DeskLegalText, LegalId>({
    key: 'legal',
    revision,
    load: (before) => call(deskLegalTexts, { query: { before } }),
  })
  const [asking, ask] = useState<Asked | null>(null)
  const [error, setError] = useState<ApiError | null>(null)
  const decide = async ({ item: { id }, decision }: Asked): Promise<void> => {
    ask(null)
    const answer = await call(decideLegalText, { params: { id }, body: { decision } })
    setError(answer.ok ? null : answer.error)
    pages.reload()
  }
  return (
    <section aria-label={t('tabs.legal')} className="flex max-w-3xl flex-col gap-3">
      <p className="text-sm text-ink-2">{t('legal.lead')}</p>
      <LegalWriter onProposed={pages.reload} />
      <Refusal error={error} />
      <h2 className="pt-3 font-semibold">{t('legal.list')}</h2>
      <div>
        <ListTop pages={pages} />
        <ol className="flex flex-col divide-y divide-line">
          {pages.items.map((item) => (
            <Line key={item.id} item={item} me={me} onAsk={(decision) => ask({ item, decision })} />
          ))}
        </ol>
        <ListEnd pages={pages} />
      </div>
      {asking !== null && (
        <ConfirmDialog
          open
          onClose={() => ask(null)}
          title={t(`legal.${asking.decision}`)}
          text={t(`legal.sure.${asking.decision}`)}
          confirmLabel={t(`legal.${asking.decision}`)}
          danger={asking.decision === 'reject'}
          onConfirm={() => void decide(asking)}
        />
      )}
    </section>
  )
}

interface LineProps {
  item: DeskLegalText
  me: string
  onAsk: (decision: Step) => void
}

function Line({ item, me, onAsk }: LineProps) {
  const { t, i18n } = useTranslation('desk')
  const format = useFormat()
  const { kind, texts, status, version, proposedBy, proposedAt, digest } = item
  const title = t(`legal.kind.${kind}`)
  const written = LANGUAGE_CODES.filter((language) => texts[language] !== undefined)
  return (
    <li className="flex flex-col gap-1.5 py-3">
      <span className="figures flex flex-wrap items-center justify-between gap-x-3 text-xs text-ink-2">
        <span>{`${format.dateTime(proposedAt)} · ${t('by', { name: proposedBy })}`}</span>
        <Badge tone={TONES[status]}>{t(`status.${status}`)}</Badge>
      </span>
      <details>
        <summary className="cursor-pointer font-medium">
          {version === null ? title : `${title} · ${t('legal.version', { version })}`}
        </summary>
        {written.map((language) => (
          <div key={language} lang={language} className="pt-2 ps-4 text-sm break-words">
            <p lang={i18n.language} className="text-xs text-ink-3">
              {LANGUAGES[language]}
            </p>
            <p className="whitespace-pre-line">{texts[language]}</p>
          </div>
        ))}
        <code className="block truncate pt-2 text-xs text-ink-3">{digest}</code>
      </details>
      {status === 'proposed' && (
        <div className="flex flex-wrap gap-2">
          {proposedBy === me ? (
            <p className="text-sm text-ink-2">{t('legal.second')}</p>
          ) : (
            <Button size="sm" onClick={() => onAsk('publish')}>
              {t('legal.publish')}
            </Button>
          )}
          <Button variant="secondary" size="sm" onClick={() => onAsk('reject')}>
            {t('legal.reject')}
          </Button>
        </div>
      )}
    </li>
  )
}
