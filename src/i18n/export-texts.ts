import { useTranslation } from 'react-i18next'
import { useErrorText } from '#i18n/error-text.ts'
import { useFormat } from '#i18n/use-format.ts'
import type { Export } from '#data/use-export.ts'

/** The texts of an export (ui/export-bar.tsx). */
export function useExportTexts({ state, start, cancel }: Export) {
  const { t } = useTranslation('common')
  const { errorText } = useErrorText()
  const format = useFormat()
  const count = (rows: number) => ({ count: rows, rows: format.number(rows) })
  const text =
    state.status === 'idle'
      ? null
      : state.status === 'failed'
        ? t('list.exportFailed', { reason: errorText(state.error) })
        : t(state.status === 'done' ? 'list.exported' : 'list.exporting', count(state.rows))
  return {
    button: { label: t('list.export'), busy: state.status === 'running', onStart: start },
    line: {
      text,
      tone: state.status === 'failed' ? ('bad' as const) : ('quiet' as const),
      cancel: state.status === 'running' ? { label: t('cancel'), onCancel: cancel } : null,
    },
  }
}
