import { useSetAtom } from 'jotai'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { z } from 'zod/mini'
import { call } from '#api/call.ts'
import { FormFrame } from '#components/form-frame.tsx'
import { Refusal } from '#components/refusal.tsx'
import { askMail, confirmMail, getMail, removeMail } from '#contract/endpoints/mail.ts'
import { MAIL_CODE_DIGITS, mailAddress, mailCode, type MailState } from '#contract/mail.ts'
import { useFetched } from '#data/use-fetched.ts'
import { refusalOf } from '#forms/form.ts'
import { useForm } from '#forms/use-form.ts'
import { useSubmission } from '#forms/use-submission.ts'
import { useFields } from '#i18n/fields.ts'
import { languageOf } from '#i18n/setup.ts'
import { showToastAtom } from '#notifications/toasts.ts'
import { Button } from '#ui/button.tsx'
import { Notice } from '#ui/notice.tsx'
import { Section } from '#ui/section.tsx'
import { TextField } from '#ui/text-field.tsx'

const ADDRESS_FORM = z.object({ address: mailAddress })
const CODE_FORM = z.object({ code: mailCode })
const PART = 'flex flex-col gap-3 px-4 py-3'

/** Mail of what happens in the account: the address, and its confirmation. Nothing where the server sends no mail. */
export function MailSection() {
  const { t } = useTranslation('settings')
  const { fetched, reload } = useFetched(() => call(getMail, {}))
  const [changing, setChanging] = useState(false)
  if (fetched.status !== 'ready' || !fetched.value.available) return null
  const { asked, used } = fetched.value
  const onDone = (): void => {
    setChanging(false)
    reload()
  }
  return (
    <Section title={t('mail.title')} help={t('mail.help')}>
      {used !== null && <Used used={used} onDone={onDone} onChange={() => setChanging(true)} />}
      {asked !== null && !changing && (
        <CodeForm address={asked.address} onDone={onDone} onOther={() => setChanging(true)} />
      )}
      {(changing || (used === null && asked === null)) && (
        <AddressForm
          onDone={onDone}
          {...((used ?? asked) !== null && { onCancel: () => setChanging(false) })}
        />
      )}
    </Section>
  )
}

interface UsedProps {
  used: NonNullable<MailState['used']>
  onDone: () => void
  onChange: () => void
}

function Used({ used, onDone, onChange }: UsedProps) {
  const { t } = useTranslation('settings')
  const toast = useSetAtom(showToastAtom)
  const { submission, busy, run } = useSubmission()
  const { address } = used
  const remove = (): void =>
    void run(
      () => call(removeMail, {}),
      () => {
        toast({ tone: 'good', text: t('mail.removed') })
        onDone()
      },
    )
  return (
    <div className={PART}>
      {used.unusable ? (
        <Notice tone="bad">{t('mail.unusable', { address })}</Notice>
      ) : (
        <p className="text-sm break-words">{t('mail.to', { address })}</p>
      )}
      <Refusal error={refusalOf(submission)} />
      <div className="flex flex-wrap gap-2">
        <Button variant="secondary" onClick={onChange}>
          {t('mail.change')}
        </Button>
        <Button variant="danger" busy={busy} onClick={remove}>
          {t('mail.remove')}
        </Button>
      </div>
    </div>
  )
}

function AddressForm({ onDone, onCancel }: { onDone: () => void; onCancel?: () => void }) {
  const { t, i18n } = useTranslation('settings')
  const handle = useForm({
    initial: { address: '' },
    schema: ADDRESS_FORM,
    places: { daily_count_reached: 'address' },
    send: ({ address }) => call(askMail, { body: { address, language: languageOf(i18n) } }),
    onAccepted: onDone,
  })
  const { field } = useFields(handle)
  return (
    <div className={PART}>
      <p className="text-sm text-ink-2">{t('mail.lead')}</p>
      <FormFrame
        handle={handle}
        submitLabel={t('mail.send')}
        {...(onCancel !== undefined && { onCancel })}
      >
        <TextField
          {...field('address')}
          label={t('mail.label')}
          type="email"
          autoComplete="email"
          inputMode="email"
          autoCapitalize="none"
          spellCheck={false}
          maxLength={254}
        />
      </FormFrame>
    </div>
  )
}

interface CodeProps {
  address: string
  onDone: () => void
  onOther: () => void
}

function CodeForm({ address, onDone, onOther }: CodeProps) {
  const { t } = useTranslation('settings')
  const toast = useSetAtom(showToastAtom)
  const handle = useForm({
    initial: { code: '' },
    schema: CODE_FORM,
    places: { factor_wrong: 'code' },
    send: ({ code }) => call(confirmMail, { body: { code } }),
    onAccepted: () => {
      toast({ tone: 'good', text: t('mail.confirmed') })
      onDone()
    },
  })
  const { field } = useFields(handle)
  return (
    <div className={PART}>
      <p role="status" className="text-sm break-words text-ink-2">
        {t('mail.sent', { address })}
      </p>
      <FormFrame handle={handle} submitLabel={t('mail.confirm')}>
        <TextField
          {...field('code')}
          label={t('mail.codeLabel')}
          inputMode="numeric"
          autoComplete="one-time-code"
          maxLength={MAIL_CODE_DIGITS}
        />
      </FormFrame>
      <Button variant="secondary" onClick={onOther}>
        {t('mail.other')}
      </Button>
    </div>
  )
}
