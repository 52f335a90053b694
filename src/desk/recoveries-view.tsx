import { useTranslation } from 'react-i18next'
import type { DeskRecovery } from '#contract/recovery.ts'
import { useAccountText } from '#desk/item-text.ts'
import { RECOVERIES } from '#desk/queue-kinds.ts'
import { QueueView } from '#desk/queue-view.tsx'
import { Line, type QueueProps } from '#desk/queues.tsx'
import { RecoveryDetail } from '#desk/recovery-detail.tsx'
import { RecoverySums } from '#desk/recovery-sums.tsx'
import { join } from '#ui/join.ts'

function RecoveryRow({ item }: { item: DeskRecovery }) {
  const { t } = useTranslation('desk')
  const again = item.earlierVetoes > 0 ? ` · ${t('recovery.again')}` : ''
  const extra = `${t(`recovery.lost.${item.lost}`)}${again}`
  return <Line {...item} title={item.account} at={item.askedAt} extra={extra} />
}

/** Account recoveries and how often there were any. On phones an open recovery is shown alone. */
export function RecoveriesView(props: QueueProps) {
  const words = useAccountText()
  return (
    <>
      <QueueView
        {...props}
        kind={RECOVERIES}
        words={words}
        Row={RecoveryRow}
        Detail={RecoveryDetail}
      />
      <div className={join('max-w-3xl pt-6', props.route.id !== null && 'max-lg:hidden')}>
        <RecoverySums revision={props.revision} />
      </div>
    </>
  )
}
