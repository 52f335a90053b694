import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { call } from '#api/call.ts'
import { setPushSwitches } from '#contract/endpoints/push.ts'
import type { PushSwitches } from '#contract/push.ts'
import { useErrorText } from '#i18n/error-text.ts'
import { useSubmission } from '#lib/use-submission.ts'
import { Notice } from '#ui/notice.tsx'
import { Switch } from '#ui/switch.tsx'

const KINDS = ['settled', 'reviews', 'alerts', 'announcements'] as const

/** One switch per kind of push, for all devices of the user. */
export function PushKinds({ switches }: { switches: PushSwitches }) {
  const { t } = useTranslation('push')
  const { errorText } = useErrorText()
  const [shown, show] = useState(switches)
  const { submission, busy, run } = useSubmission()
  const change = (kind: keyof PushSwitches, on: boolean): void => {
    const body = { ...shown, [kind]: on }
    void run(
      () => call(setPushSwitches, { body }),
      (reply) => show(reply.switches),
    )
  }
  return (
    <fieldset>
      <legend className="float-start w-full px-4 pt-2 text-xs text-ink-3">{t('kinds')}</legend>
      <div className="clear-both divide-y divide-line/60">
        {KINDS.map((kind) => (
          <Switch
            key={kind}
            label={t(`kind.${kind}`)}
            checked={shown[kind]}
            disabled={busy}
            onChecked={(on) => change(kind, on)}
          />
        ))}
      </div>
      {submission.status === 'refused' && <Notice tone="bad">{errorText(submission.error)}</Notice>}
    </fieldset>
  )
}
