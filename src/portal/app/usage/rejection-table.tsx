/** The last rejected calls, of an application or of the catalog, each with its explanation on request. */
import { Dialog } from '../../../ui/feedback/dialog.tsx'
import type { LoadedProps } from '../../../ui/feedback/loaded.tsx'
import type { Column } from '../../../ui/table/data-table.tsx'
import { ResourceTable } from '../../../ui/table/resource-table.tsx'
import { t } from '../../../ui/text/t.ts'
import type { RejectedCallView } from '../../rest/index.ts'
import { RelativeTime } from '../text/relative-time.tsx'
import { ExplanationView } from '../try/explanation-view.tsx'

type Rejection = Omit<RejectedCallView, 'advice'>

export interface RejectionTableProps<Row> extends Pick<LoadedProps<readonly Row[]>, 'resource'> {
  /** The column that only this table has. */
  column: Column<Row>
  empty: string
}

export function RejectionTable<Row extends Rejection>({ resource, column, empty }: RejectionTableProps<Row>) {
  return (
    <ResourceTable
      label={t('Rejected calls')}
      resource={resource}
      keyOf={({ requestId }) => requestId}
      columns={[
        [t('Time'), ({ at }) => <RelativeTime at={at} />],
        [t('Call'), ({ method, path }) => `${method} ${path}`],
        [t('Status'), ({ status }) => String(status)],
        [t('Reason'), ({ reason }) => reason],
        column,
      ]}
      actions={({ requestId, method, path }) => [
        {
          label: t('Why was {requestId} rejected', { requestId }),
          title: t('Why'),
          dialog: (close) => (
            <Dialog title={`${method} ${path}`} label={requestId} cancel={t('Close')} close={close}>
              <ExplanationView requestId={requestId} />
            </Dialog>
          ),
        },
      ]}
      empty={empty}
    />
  )
}
