import { useAtom, useSetAtom } from 'jotai'
import { useTranslation } from 'react-i18next'
import { call } from '#api/call.ts'
import { FormFrame } from '#components/form-frame.tsx'
import { Loaded } from '#components/loaded.tsx'
import { followRecovery } from '#contract/endpoints/recovery.ts'
import { useFetched } from '#data/use-fetched.ts'
import { FollowedState } from '#features/recovery/followed-state.tsx'
import { followedCodeAtom, recoveryCodeAtom, tidyFollowCode } from '#features/recovery/kept.ts'
import { RecoveryHelp } from '#features/recovery/recovery-help.tsx'
import { useForm } from '#forms/use-form.ts'
import { useFields } from '#i18n/fields.ts'
import { Button } from '#ui/button.tsx'
import { Card } from '#ui/card.tsx'
import { TextField } from '#ui/text-field.tsx'

/** The state of a recovery by its code, which this browser may remember. */
export function FollowRecovery() {
  const [code, follow] = useAtom(followedCodeAtom)
  const remember = useSetAtom(recoveryCodeAtom)
  if (code === '') return <CodeForm />
  const forget = (): void => {
    remember('')
    follow('')
  }
  return <Followed key={code} code={code} onForget={forget} />
}

function CodeForm() {
  const { t } = useTranslation('recovery')
  const follow = useSetAtom(followedCodeAtom)
  const handle = useForm({
    initial: { code: '' },
    schema: followRecovery.body,
    places: { recovery_unknown: 'code' },
    send: async (body) => {
      const answer = await call(followRecovery, { body })
      if (answer.ok) follow(body.code)
      return answer
    },
    onAccepted: () => undefined,
  })
  const { field } = useFields(handle, { code: t('follow.required') })
  return (
    <Card>
      <FormFrame handle={handle} submitLabel={t('follow.submit')}>
        <RecoveryHelp>{t('follow.lead')}</RecoveryHelp>
        <TextField
          {...field('code')}
          label={t('follow.code')}
          hint={t('follow.hint')}
          autoComplete="off"
          autoCapitalize="characters"
          spellCheck={false}
          onValue={(text) => handle.change('code', tidyFollowCode(text))}
        />
      </FormFrame>
    </Card>
  )
}

function Followed({ code, onForget }: { code: string; onForget: () => void }) {
  const { t } = useTranslation('recovery')
  const { fetched, reload } = useFetched(() => call(followRecovery, { body: { code } }))
  return (
    <>
      <Loaded data={fetched} onRetry={reload}>
        {(recovery) => <FollowedState code={code} recovery={recovery} onReload={reload} />}
      </Loaded>
      <Button variant="quiet" size="sm" block onClick={onForget}>
        {t('follow.other')}
      </Button>
    </>
  )
}
