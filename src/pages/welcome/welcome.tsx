import { useAtomValue, useSetAtom } from 'jotai'
import { FlaskConical, Scale, SearchCheck } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router-dom'
import { userAtom } from '#api/session.ts'
import { LanguageList } from '#features/settings/language-list.tsx'
import { languageOf } from '#i18n/setup.ts'
import { PATHS } from '#lib/paths.ts'
import { chosenLanguageAtom } from '#device/preferences.ts'
import { buttonLook } from '#ui/button.tsx'
import { Card } from '#ui/card.tsx'
import { isolated } from '#rules/deceptive-text.ts'

const PROMISES = [
  { key: 'practice', icon: FlaskConical },
  { key: 'rule', icon: Scale },
  { key: 'check', icon: SearchCheck },
] as const

/** What this app is, and the buttons to log in or register. */
export function WelcomePage() {
  const { t, i18n } = useTranslation(['identity', 'common'])
  const choose = useSetAtom(chosenLanguageAtom)
  return (
    <div className="flex flex-1 flex-col gap-5 px-4 pt-2">
      <div className="flex flex-col gap-2">
        <p className="text-figure font-bold text-balance">{t('identity:welcome.title')}</p>
        <p className="text-ink-2">{t('identity:welcome.lead')}</p>
      </div>
      <Card>
        <ul className="flex flex-col gap-4">
          {PROMISES.map(({ key, icon: Icon }) => (
            <li key={key} className="flex gap-3">
              <Icon aria-hidden size={22} className="mt-0.5 shrink-0 text-brand" />
              <div>
                <p className="font-semibold">{t(`identity:welcome.${key}.title`)}</p>
                <p className="text-sm text-ink-2">{t(`identity:welcome.${key}.text`)}</p>
              </div>
            </li>
          ))}
        </ul>
      </Card>
      <Entries />
      <div>
        <h2 className="text-sm font-medium text-ink-2">{t('common:language')}</h2>
        <LanguageList label={t('common:language')} selected={languageOf(i18n)} onSelect={choose} />
      </div>
    </div>
  )
}

function Entries() {
  const { t } = useTranslation(['identity', 'common'])
  const user = useAtomValue(userAtom)
  return (
    <div className="flex flex-col gap-2">
      <Link to={PATHS.products} className={buttonLook({ size: 'lg', block: true })}>
        {t('identity:welcome.enter')}
      </Link>
      {user.status === 'anonymous' && (
        <div className="flex gap-2">
          <Link to={PATHS.login} className={buttonLook({ variant: 'secondary', block: true })}>
            {t('common:logIn')}
          </Link>
          <Link
            to={PATHS.registerCheck}
            className={buttonLook({ variant: 'secondary', block: true })}
          >
            {t('common:register')}
          </Link>
        </div>
      )}
      {user.status === 'user' && (
        <p className="text-center text-sm text-ink-2">
          {t('identity:welcome.hello', { name: isolated(user.me.nickname) })}
        </p>
      )}
    </div>
  )
}
