import { useAtomValue } from 'jotai'
import { KeyRound } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { useSearchParams } from 'react-router-dom'
import { accountAtom, memberAtom } from '#api/session.ts'
import { PasswordView } from '#features/security/password-view.tsx'
import { Visitor } from '#features/session/visitor.tsx'
import { Card } from '#ui/card.tsx'
import { Tabs } from '#ui/tabs.tsx'

const KINDS = ['login', 'trading'] as const

/** Changes the login or the trading password; the old one is required. */
export function PasswordPage() {
  const { t } = useTranslation('security')
  const member = useAtomValue(memberAtom)
  const account = useAtomValue(accountAtom) ?? ''
  const [query, setQuery] = useSearchParams()
  const kind = KINDS.find((one) => one === query.get('kind')) ?? 'login'
  if (!member) {
    return (
      <Visitor icon={KeyRound} title={t('password.visitor')} hint={t('password.visitorHint')} />
    )
  }
  return (
    <Tabs
      label={t('password.kinds')}
      tabs={KINDS.map((id) => ({ id, label: t(`password.${id}.title`) }))}
      selected={kind}
      onSelect={(next) => setQuery({ kind: next }, { replace: true })}
      listClassName="px-2"
    >
      <div className="px-4 pt-3">
        <Card>
          <PasswordView key={kind} kind={kind} account={account} />
        </Card>
      </div>
    </Tabs>
  )
}
