/** The last rejected calls of the catalog, each with its explanation on request. */

import { Dialog } from '../../../../ui/feedback/dialog.tsx'
import { Group } from '../../../../ui/shell/group.tsx'
import { ResourceTable } from '../../../../ui/table/resource-table.tsx'
import { formatTime } from '../../../../ui/text/format.ts'
import { t } from '../../../../ui/text/t.ts'
import type { LiveView } from '../../../rest/index.ts'
import { ExplanationView } from '../../try/explanation-view.tsx'

type Rejection = LiveView['rejections'][number]

export function RejectionList({ rejections }: { rejections: readonly Rejection[] }) {
  return (
    <Group title={t('Last rejections')}>
      {rejections.length === 0 ? (
        <p>{t('The gateway has rejected no call of this catalog since it started.')}</p>
      ) : (
        <ResourceTable
          label={t('Last rejections')}
          resource={{ value: rejections, problem: undefined, reload() {} }}
          keyOf={({ requestId }) => requestId}
          columns={[
            [t('Time'), ({ at }) => formatTime(at)],
            [t('Call'), ({ method, path }) => `${method} ${path}`],
            [t('Application'), ({ application }) => application ?? t('unknown')],
            [t('Status'), ({ status }) => String(status)],
            [t('Reason'), ({ reason }) => reason],
          ]}
          actions={(rejection) => [
            {
              label: t('Why was {requestId} rejected', { requestId: rejection.requestId }),
              title: t('Why'),
              dialog: (close) => <ExplanationDialog rejection={rejection} close={close} />,
            },
          ]}
        />
      )}
    </Group>
  )
}

function ExplanationDialog({ rejection, close }: { rejection: Rejection; close(): void }) {
  const { requestId, method, path } = rejection
  return (
    <Dialog title={`${method} ${path}`} label={requestId} size="md" cancel={t('Close')} close={close}>
      <ExplanationView requestId={requestId} />
    </Dialog>
  )
}
