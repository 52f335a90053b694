import { useAtomValue } from 'jotai'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router-dom'
import { guestAtom } from '#api/session.ts'
import { PAGE_ICONS } from '#features/profile/page-icons.ts'
import { type PageName, PATHS } from '#lib/paths.ts'
import { join } from '#ui/join.ts'

type Own = keyof typeof PAGE_ICONS

const MEMBERS = {
  records: ['orders', 'results', 'fundRecords', 'deposits', 'withdrawals', 'fundDetails'],
  account: ['messages', 'support', 'verify', 'account', 'limits', 'password', 'settings'],
} as const satisfies Record<string, readonly Own[]>

/** Guests have no other pages of their own. */
const GUESTS: Record<keyof typeof MEMBERS, readonly Own[]> = {
  records: ['orders', 'results', 'fundRecords'],
  account: ['settings'],
}
const GROUPS = ['records', 'account'] as const

/** Which entry a page belongs to that has none. */
const PART_OF: Partial<Record<PageName, Own>> = { accountDetail: 'account' }

/** Links to a user's own pages, beside each of them. Hidden where the window has no room (`beside` in theme.css). */
export function SideNav({ page }: { page: PageName }) {
  const { t } = useTranslation(['tabs', 'user'])
  const pages = useAtomValue(guestAtom) ? GUESTS : MEMBERS
  const current = PART_OF[page] ?? page
  return (
    <nav
      aria-label={t('user:side.label')}
      data-side
      className="sticky top-(--spacing-header) hidden max-h-[calc(100dvh-var(--spacing-header))] flex-col gap-4 self-start overflow-y-auto p-2 pb-4 xl:flex"
    >
      {GROUPS.map((group) => (
        <div key={group}>
          <h2 id={`side-${group}`} className="px-3 pt-1 pb-1 text-xs text-ink-3">
            {t(`user:side.${group}`)}
          </h2>
          <ul aria-labelledby={`side-${group}`} className="flex flex-col gap-0.5">
            {pages[group].map((one) => (
              <li key={one}>
                <Entry page={one} isCurrent={one === current} />
              </li>
            ))}
          </ul>
        </div>
      ))}
    </nav>
  )
}

function Entry({ page, isCurrent }: { page: Own; isCurrent: boolean }) {
  const { t } = useTranslation('tabs')
  const Icon = PAGE_ICONS[page]
  return (
    <Link
      to={PATHS[page]}
      aria-current={isCurrent ? 'page' : undefined}
      className={join(
        'flex min-h-touch items-center gap-2.5 rounded-control px-3 py-1 text-sm leading-5',
        isCurrent
          ? 'bg-brand-soft font-semibold text-brand-strong'
          : 'text-ink-2 hover:bg-sunken active:bg-sunken',
      )}
    >
      <Icon aria-hidden size={18} strokeWidth={1.75} className="shrink-0" />
      <span className="min-w-0">{t(`pages.${page}`)}</span>
    </Link>
  )
}
