import { Landmark } from 'lucide-react'
import { useState } from 'react'
import { Badge } from '#ui/badge.tsx'
import { DocumentRow } from '#ui/document-row.tsx'
import { ExportButton, ExportLine } from '#ui/export-bar.tsx'
import { FilterBar } from '#ui/filter-bar.tsx'
import { ListRow } from '#ui/list-row.tsx'
import { NavRow, navRowLook } from '#ui/nav-row.tsx'
import { PagedListView } from '#ui/paged-list.tsx'
import { PullToRefresh, RefreshButton } from '#ui/pull-to-refresh.tsx'
import { Section } from '#ui/section.tsx'
import { Skeleton } from '#ui/skeleton.tsx'
import { noop, Show } from './show.tsx'

export function Lists() {
  return (
    <>
      <Show name="Section, NavRow, ListRow">
        <Section title="A section" note="A note below it">
          <button type="button" className={navRowLook}>
            <NavRow icon={Landmark} label="Leads somewhere" state="as it stands" hint="A hint" />
          </button>
          <dl className="px-4">
            <ListRow label="Label" value="1,234.50" />
            <ListRow label="With a hint" value="1,234.50" hint="what that is" />
          </dl>
        </Section>
      </Show>
      <Show name="DocumentRow">
        <DocumentRow
          title="Bank transfer"
          time="21/11/2026, 14:05"
          amount="+120.00"
          badge={<Badge tone="good">Success</Badge>}
          onOpen={noop}
        />
      </Show>
      <Filters />
      <Show name="ExportButton, ExportLine">
        <ExportButton label="Export" busy={false} onStart={noop} />
        <ExportLine
          text="Exporting, 400 rows so far…"
          tone="quiet"
          cancel={{ label: 'Cancel', onCancel: noop }}
        />
        <ExportLine text="The export did not finish" tone="bad" cancel={null} />
      </Show>
      <Show name="PullToRefresh, RefreshButton">
        <PullToRefresh refreshing onRefresh={noop}>
          <RefreshButton refreshing={false} onRefresh={noop} />
        </PullToRefresh>
      </Show>
      <Paged />
    </>
  )
}

function Filters() {
  const [kind, setKind] = useState('a')
  return (
    <Show name="FilterBar">
      <FilterBar
        choices={[
          {
            id: 'kind',
            label: 'Kind',
            value: kind,
            options: [{ value: 'a', label: 'A kind' }],
            onChoose: setKind,
          },
        ]}
        onClear={() => setKind('')}
      />
    </Show>
  )
}

const ROWS = [{ id: '1' }, { id: '2' }]
const TAILS = ['loading', 'failed', 'end'] as const

function Paged() {
  return (
    <Show name="PagedListView">
      {TAILS.map((tail) => (
        <PagedListView
          key={tail}
          list={{
            rows: ROWS,
            status: 'filled',
            tail,
            refreshing: false,
            memory: {},
            loadMore: noop,
            retry: noop,
            refresh: noop,
          }}
          skeleton={<Skeleton className="h-12" />}
          failed={null}
          empty={null}
        >
          {({ id }) => <p className="border-b border-line py-3">Row {id}</p>}
        </PagedListView>
      ))}
    </Show>
  )
}
