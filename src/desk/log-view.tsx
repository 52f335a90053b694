import { type FormEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { z } from 'zod/mini'
import { call } from '#api/call.ts'
import { deskLog } from '#contract/endpoints/desk.ts'
import { reviewer } from '#contract/review.ts'
import type { ActKind } from '#contract/records.ts'
import { type DeskRoute, go } from '#desk/desk-route.ts'
import { ListEnd, ListTop } from '#desk/list-parts.tsx'
import { usePages } from '#desk/use-pages.ts'
import { useFormat } from '#i18n/use-format.ts'
import { Button } from '#ui/button.tsx'
import { TextField } from '#ui/text-field.tsx'

type Line = z.output<typeof deskLog.reply>['acts'][number]

/** The operator log, newest first. It is append-only. */
export function LogView({ revision, route }: { revision: number; route: DeskRoute }) {
  const { t } = useTranslation('desk')
  const actor = reviewer.safeParse(route.status).data
  const pages = usePages<Line, Line['seq']>({
    key: `log ${actor}`,
    revision,
    load: async (before) => {
      const answer = await call(deskLog, { query: { actor, before } })
      if (!answer.ok) return answer
      return { ok: true, value: { items: answer.value.acts, next: answer.value.next } }
    },
  })
  return (
    <section aria-label={t('tabs.log')} className="max-w-3xl">
      <ListTop pages={pages}>
        <ActorFilter key={actor} actor={actor ?? ''} route={route} />
        <p className="text-sm text-ink-2">{t('log.hint')}</p>
      </ListTop>
      <ol className="flex flex-col divide-y divide-line">
        {pages.items.map((line) => (
          <LogLine key={line.seq} line={line} />
        ))}
      </ol>
      <ListEnd pages={pages} />
    </section>
  )
}

function ActorFilter({ actor, route }: { actor: string; route: DeskRoute }) {
  const { t } = useTranslation('desk')
  const [name, setName] = useState(actor)
  const submit = (event: FormEvent): void => {
    event.preventDefault()
    go({ ...route, status: name.trim() === '' ? null : name.trim() })
  }
  return (
    <form onSubmit={submit} className="flex w-full items-end gap-2">
      <div className="min-w-0 flex-1">
        <TextField
          label={t('log.actor')}
          name="actor"
          value={name}
          onValue={setName}
          autoCapitalize="none"
          autoComplete="off"
          spellCheck={false}
        />
      </div>
      <Button type="submit" variant="secondary" size="lg">
        {t('search')}
      </Button>
    </form>
  )
}

function LogLine({ line }: { line: Line }) {
  const { t } = useTranslation(['desk', 'common'])
  const { account, ref, reason, why, checkpoint } = line
  return (
    <li className="flex flex-col gap-0.5 py-2">
      <ActHead {...line} />
      <span className="text-sm break-words text-ink-2">
        {[account, ref, reason === null ? why : t(`common:reason.${reason}`)]
          .filter((part) => part !== null && part !== '')
          .join(' · ')}
      </span>
      <code className="truncate text-xs text-ink-3">{line.hash}</code>
      <span className="text-xs text-ink-3">
        {checkpoint === null ? t('log.unsigned') : t('log.checkpoint', { number: checkpoint })}
      </span>
    </li>
  )
}

interface HeadProps {
  seq: string
  at: number
  actor: string
  act: ActKind
}
/** Who did what, and when. */
export function ActHead({ seq, at, actor, act }: HeadProps) {
  const { t } = useTranslation('desk')
  const format = useFormat()
  return (
    <span className="figures flex flex-wrap items-baseline justify-between gap-x-3">
      <span>
        <span className="text-ink-3">{seq}</span> <span className="font-semibold">{actor}</span>{' '}
        <span>{t(`act.${act}`)}</span>
      </span>
      <time className="text-xs text-ink-2">{format.dateTime(at)}</time>
    </span>
  )
}
