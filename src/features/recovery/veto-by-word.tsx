import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { call } from '#api/call.ts'
import { FormFrame } from '#components/form-frame.tsx'
import { vetoByWord } from '#contract/endpoints/recovery.ts'
import { SAFETY_WORD_MAX } from '#contract/profile.ts'
import { useForm } from '#forms/use-form.ts'
import { useFields } from '#i18n/fields.ts'
import { Card } from '#ui/card.tsx'
import { WithHelp } from '#ui/help.tsx'
import { Notice } from '#ui/notice.tsx'
import { TextField } from '#ui/text-field.tsx'

/** Vetoes a recovery without a log-in. The answer never says whether there was one. */
export function VetoByWord() {
  const { t } = useTranslation(['recovery', 'identity'])
  const [done, setDone] = useState(false)
  const handle = useForm({
    initial: { account: '', word: '' },
    schema: vetoByWord.body,
    send: (body) => call(vetoByWord, { body }),
    onAccepted: () => setDone(true),
  })
  const { field } = useFields(handle, {
    account: t('identity:account.required'),
    word: t('recovery:word.required'),
  })
  if (done) return <Notice tone="info">{t('recovery:word.done')}</Notice>
  return (
    <Card>
      <FormFrame handle={handle} submitLabel={t('recovery:word.submit')} variant="danger">
        <WithHelp help={<p>{t('recovery:word.help')}</p>}>
          <p className="text-sm text-ink-2">{t('recovery:word.lead')}</p>
        </WithHelp>
        <TextField
          {...field('account')}
          label={t('identity:account.label')}
          required
          autoComplete="username"
          autoCapitalize="none"
          spellCheck={false}
        />
        <TextField
          {...field('word')}
          label={t('recovery:word.label')}
          required
          autoComplete="off"
          spellCheck={false}
          maxLength={SAFETY_WORD_MAX}
        />
      </FormFrame>
    </Card>
  )
}
