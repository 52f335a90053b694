import { BadgeCheck, ChevronRight, Pencil } from 'lucide-react'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { Profile } from '#contract/profile.ts'
import { Badge, type BadgeTone } from '#ui/badge.tsx'
import { IconButton } from '#ui/button.tsx'
import { Skeleton } from '#ui/skeleton.tsx'
import { UserText } from '#ui/user-text.tsx'

interface Props {
  /** Null until it is received. */
  profile: Profile | null
  /** Null until it is received. */
  score: number | null
  onNickname: () => void
  onScore: () => void
}

const TONES: Record<Profile['verification']['status'], BadgeTone> = {
  none: 'neutral',
  verifying: 'info',
  verified: 'good',
  rejected: 'warn',
}

/** The user's nickname, level, verification state and credit score. */
export function ProfileHead({ profile, score, onNickname, onScore }: Props) {
  const { t } = useTranslation('user')
  if (profile === null) return <HeadSkeleton />
  const { status } = profile.verification
  return (
    <Frame name={profile.nickname}>
      <div className="flex min-w-0 items-center">
        <p className="min-w-0 overflow-hidden text-lg font-bold">
          <UserText>{profile.nickname}</UserText>
        </p>
        <IconButton label={t('nickname.edit')} onClick={onNickname} className="-my-2">
          <Pencil aria-hidden size={16} />
        </IconButton>
      </div>
      <p className="text-sm break-words text-ink-2">{profile.account}</p>
      <p className="mt-1.5 flex flex-wrap gap-1.5">
        <Badge>{t(`level.${profile.level}`)}</Badge>
        <Badge tone={TONES[status]}>
          {status === 'verified' && <BadgeCheck aria-hidden size={12} />}
          <span>{t(`verification.${status}`)}</span>
        </Badge>
      </p>
      <button
        type="button"
        onClick={onScore}
        className="mt-1 -ms-1 flex min-h-touch items-center gap-1 rounded-lg px-1 text-sm text-ink-2 active:bg-sunken"
      >
        {t('score.title')}
        {score === null ? (
          <Skeleton className="h-4 w-8" />
        ) : (
          <span className="figures font-bold text-ink">{score}</span>
        )}
        <ChevronRight aria-hidden size={16} className="text-ink-3" />
      </button>
    </Frame>
  )
}

/** The first letter as readers see it, which may consist of several code points. */
const firstLetter = (text: string): string => {
  const [first] = new Intl.Segmenter().segment(text)
  return first?.segment ?? ''
}

function Frame({ name, children }: { name: string; children: ReactNode }) {
  return (
    <section className="flex items-start gap-3 px-1">
      <span
        aria-hidden
        className="flex size-14 shrink-0 items-center justify-center rounded-full bg-brand-soft text-xl font-bold text-brand-strong uppercase"
      >
        {firstLetter(name)}
      </span>
      <div className="min-w-0 flex-1">{children}</div>
    </section>
  )
}

function HeadSkeleton() {
  return (
    <Frame name="">
      <Skeleton className="my-1 h-6 w-36" />
      <Skeleton className="h-4 w-24" />
      <Skeleton className="mt-2.5 h-5 w-40" />
      <Skeleton className="mt-4 mb-2.5 h-5 w-28" />
    </Frame>
  )
}
