/** The last rejected calls, of an application or of the catalog, each with its explanation on request. */
import { Button } from '@carbon/react'
import { useState } from 'react'
import { Dialog } from '../../../ui/feedback/dialog.tsx'
import type { LoadedProps } from '../../../ui/feedback/loaded.tsx'
import { FormPanel } from '../../../ui/forms/form-panel.tsx'
import { useForm } from '../../../ui/forms/use-form.ts'
import type { Column } from '../../../ui/table/data-table.tsx'
import { ResourceTable } from '../../../ui/table/resource-table.tsx'
import { t } from '../../../ui/text/t.ts'
import type { ApplicationView, RejectedCallView } from '../../rest/index.ts'
import { usePortalResource } from '../api/use-portal-resource.ts'
import { RelativeTime } from '../text/relative-time.tsx'
import { ExplanationView } from '../try/explanation-view.tsx'

/** The last rejected calls of an application. */
export default function RejectionsPanel({ application: { name } }: { application: ApplicationView }) {
  const rejections = usePortalResource('GET /applications/:application/rejections', { application: name })
  const [search, setSearch] = useState({ id: '', times: 0 })
  const form = useForm('find-call', { id: '' }, () => [
    {
      name: 'id',
      kind: 'name',
      label: t('Find a call or message'),
      help: t('The id of a request, message or trace. It shows when, and by which application, a message was taken.'),
    },
  ])
  const id = form.draft.id.trim()
  return (
    <>
      <p className="page__lead">
        {t('The last calls of the application that the gateway rejected. They are kept in memory until it restarts.')}
      </p>
      <p className="usage__totals">
        <Button kind="tertiary" size="sm" onClick={rejections.reload}>
          {t('Refresh')}
        </Button>
      </p>
      <FormPanel
        form={form}
        action={t('Find')}
        size="md"
        requires={[id]}
        run={async () => setSearch({ id, times: search.times + 1 })}
      />
      {search.id && (
        <ExplanationView
          key={search.times}
          requestId={search.id}
          missing={t('The gateway knows no such call or message of your applications.')}
        />
      )}
      <RejectionTable
        resource={rejections}
        column={[t('What to do'), ({ advice }) => advice]}
        empty={t('No call of it was rejected.')}
      />
    </>
  )
}

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
