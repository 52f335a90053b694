import { useTranslation } from 'react-i18next'
import { call } from '#api/call.ts'
import type { CodePlace, ReportGroup } from '#contract/client-reports.ts'
import { deskClientReports } from '#contract/endpoints/client-reports.ts'
import { ListEnd, ListTop } from '#desk/list-parts.tsx'
import { usePages } from '#desk/use-pages.ts'
import { useFormat } from '#i18n/use-format.ts'
import { Badge } from '#ui/badge.tsx'
import { Button } from '#ui/button.tsx'
import { Fold } from '#ui/fold.tsx'
import { Section } from '#ui/section.tsx'

const reports = async () => {
  const answer = await call(deskClientReports, {})
  if (!answer.ok) return answer
  return { ok: true, value: { items: answer.value.groups, next: null } } as const
}

/** What fewer networks reported, beyond the newest of these, is folded: it may be made up. */
const SINGLE_SHOWN = 5

/** The groups of one build and kind, which come newest first. */
function sectionsOf(groups: readonly ReportGroup[]): [string, ReportGroup[]][] {
  const sections = new Map<string, ReportGroup[]>()
  for (const group of groups) {
    const key = `${group.build} ${group.page} ${group.kind}`
    sections.set(key, [...(sections.get(key) ?? []), group])
  }
  return [...sections]
}

/** What browsers reported of errors and speed, by build and kind, the newest first. */
export function ReportsView({ revision }: { revision: number }) {
  const { t } = useTranslation('desk')
  const pages = usePages<ReportGroup, never>({ key: 'reports', revision, load: reports })
  return (
    <section aria-label={t('tabs.reports')} className="max-w-3xl">
      <ListTop pages={pages}>
        <p className="min-w-0 flex-1 text-sm text-ink-2">{t('reports.hint')}</p>
        <Button variant="secondary" size="sm" onClick={pages.reload}>
          {t('reports.reload')}
        </Button>
      </ListTop>
      <div className="flex flex-col gap-4">
        {sectionsOf(pages.items).map(([key, groups]) => (
          <KindSection key={key} groups={groups} />
        ))}
      </div>
      <ListEnd pages={pages} />
    </section>
  )
}

function KindSection({ groups }: { groups: readonly ReportGroup[] }) {
  const { t } = useTranslation('desk')
  const [first] = groups
  if (first === undefined) return null
  const { build, page, kind } = first
  const single = groups.filter(({ networks }) => networks < 2)
  const folded = single.slice(SINGLE_SHOWN)
  const buildText = build === null ? t('reports.noBuild') : t('reports.build', { build })
  return (
    <Section title={`${t(`reports.kind.${kind}`)} · ${t(`reports.page.${page}`)} · ${buildText}`}>
      {groups
        .filter((group) => !folded.includes(group))
        .map((group) => (
          <GroupRow key={group.id} group={group} />
        ))}
      {folded.length > 0 && (
        <Fold className="px-3 py-1" summary={t('reports.single', { count: folded.length })}>
          {folded.map((group) => (
            <GroupRow key={group.id} group={group} />
          ))}
        </Fold>
      )}
    </Section>
  )
}

const TONES = { good: 'good', middling: 'warn', poor: 'bad' } as const
const isRating = (name: string): name is keyof typeof TONES => name in TONES
const textOf = ({ file, line, column }: CodePlace): string =>
  line === 0 ? file : `${file}:${line}:${column}`

function GroupRow({ group }: { group: ReportGroup }) {
  const { t } = useTranslation('desk')
  const format = useFormat()
  const { name, stack, reports: count, networks, firstAt, lastAt } = group
  return (
    <div data-report={name} className="flex flex-col gap-1 px-3 py-2">
      <div className="flex flex-wrap items-baseline gap-x-3 gap-y-1">
        {isRating(name) ? (
          <Badge tone={TONES[name]}>{t(`reports.rating.${name}`)}</Badge>
        ) : (
          <span className="font-semibold break-all">{name}</span>
        )}
        <span className="figures text-sm text-ink-2">
          {`${t('reports.count', { count })} · ${t('reports.networks', { count: networks })}`}
        </span>
      </div>
      {stack.length > 0 && (
        <ol className="figures text-xs break-all text-ink-2">
          {stack.map((place) => (
            <li key={textOf(place)}>{textOf(place)}</li>
          ))}
        </ol>
      )}
      <p className="figures text-xs text-ink-3">
        {t('reports.seen', { first: format.dateTime(firstAt), last: format.dateTime(lastAt) })}
      </p>
    </div>
  )
}
