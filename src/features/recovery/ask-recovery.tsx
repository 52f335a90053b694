import { useAtom, useSetAtom } from 'jotai'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { call } from '#api/call.ts'
import { FormFrame } from '#components/form-frame.tsx'
import { askRecovery } from '#contract/endpoints/recovery.ts'
import { recoveryLost } from '#contract/recovery.ts'
import { CodeOnce } from '#features/recovery/code-once.tsx'
import { askedRecoveryAtom, followedCodeAtom } from '#features/recovery/kept.ts'
import { PicturesForm } from '#features/recovery/pictures-form.tsx'
import { RecoveryHelp } from '#features/recovery/recovery-help.tsx'
import { useFields } from '#i18n/fields.ts'
import { useForm } from '#forms/use-form.ts'
import { Card } from '#ui/card.tsx'
import { TextField } from '#ui/text-field.tsx'

const TOTAL = 3

/** Asks for a recovery in three steps: the account, two pictures, and the code that is shown once. */
export function AskRecovery({ onDone }: { onDone: () => void }) {
  const [asked, setAsked] = useAtom(askedRecoveryAtom)
  const follow = useSetAtom(followedCodeAtom)
  if (asked === null)
    return (
      <Step step={1}>
        <AccountForm />
      </Step>
    )
  if (!asked.pictured)
    return (
      <Step step={2}>
        <PicturesForm
          asked={asked}
          onStored={() => setAsked({ ...asked, pictured: true })}
          onOver={() => setAsked(null)}
        />
      </Step>
    )
  return (
    <Step step={TOTAL}>
      <CodeOnce
        code={asked.code}
        onKept={() => {
          follow(asked.code)
          setAsked(null)
          onDone()
        }}
      />
    </Step>
  )
}

function Step({ step, children }: { step: number; children: ReactNode }) {
  const { t } = useTranslation('recovery')
  return (
    <Card className="flex flex-col gap-4">
      <h2 className="text-sm text-ink-2">{t('step', { step, total: TOTAL })}</h2>
      {children}
    </Card>
  )
}

function AccountForm() {
  const { t } = useTranslation(['recovery', 'identity'])
  const keep = useSetAtom(askedRecoveryAtom)
  const handle = useForm({
    initial: { account: '', lost: 'login_password' },
    schema: askRecovery.body,
    send: async (body) => {
      const answer = await call(askRecovery, { body })
      if (answer.ok) {
        const { code, upload } = answer.value
        keep({ lost: body.lost, code, upload, pictured: false })
      }
      return answer
    },
    onAccepted: () => undefined,
  })
  const { field } = useFields(handle, { account: t('identity:account.required') })
  return (
    <FormFrame handle={handle} submitLabel={t('recovery:ask.submit')}>
      <RecoveryHelp>{t('recovery:ask.lead')}</RecoveryHelp>
      <TextField
        {...field('account')}
        label={t('identity:account.label')}
        required
        autoComplete="username"
        autoCapitalize="none"
        spellCheck={false}
      />
      <fieldset className="flex flex-col">
        <legend className="text-sm font-medium text-ink-2">{t('recovery:ask.lost')}</legend>
        {recoveryLost.options.map((lost) => (
          <label key={lost} className="flex min-h-touch items-center gap-3 py-1.5">
            <input
              type="radio"
              name="lost"
              value={lost}
              checked={handle.form.fields.lost === lost}
              onChange={() => handle.change('lost', lost)}
              className="size-5 shrink-0 accent-brand"
            />
            <span>{t(`recovery:lost.${lost}`)}</span>
          </label>
        ))}
      </fieldset>
    </FormFrame>
  )
}
