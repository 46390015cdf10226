/** The last rejected calls, of an application or of the catalog, each with its explanation on request. */
import { useState } from 'react'
import { Dialog } from '../../../../../shared/ui/feedback/dialog.tsx'
import type { LoadedProps } from '../../../../../shared/ui/feedback/loaded.tsx'
import { FormPanel } from '../../../../../shared/ui/forms/form-panel.tsx'
import { useForm } from '../../../../../shared/ui/forms/use-form.ts'
import { Group } from '../../../../../shared/ui/shell/group.tsx'
import type { Column } from '../../../../../shared/ui/table/data-table.tsx'
import { ResourceTable } from '../../../../../shared/ui/table/resource-table.tsx'
import { RelativeTime } from '../../../../../shared/ui/text/relative-time.tsx'
import { t } from '../../../../../shared/ui/text/t.ts'
import type { ApplicationView, RejectedCallView } from '../../rest/index.ts'
import { usePortalResource } from '../api/use-portal-resource.ts'
import { MethodTag } from '../text/method-tag.tsx'
import { ExplanationView } from '../try/explanation-view.tsx'

/** The last rejected calls of an application. */
export default function RejectionsPanel({ application: { name } }: { application: ApplicationView }) {
  const params = { application: name }
  const rejections = usePortalResource('GET /applications/:application/rejections', params, { intervalMs: 10_000 })
  const [search, setSearch] = useState({ id: '', times: 0 })
  const form = useForm('find-call', { id: '' }, () => [
    {
      name: 'id',
      kind: 'name',
      label: t('Id'),
      help: t('The id of a request, message or trace. It shows when, and by which application, a message was taken.'),
    },
  ])
  const id = form.draft.id.trim()
  return (
    <>
      <p className="page__lead">
        {t('The last calls of the application that the gateway rejected. They are kept in memory until it restarts.')}
      </p>
      <RejectionTable
        resource={rejections}
        column={[t('What to do'), ({ advice }) => advice]}
        empty={t('No call of it was rejected.')}
      />
      <Group title={t('Find a call or message')}>
        <FormPanel
          form={form}
          className="form form--narrow"
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
      </Group>
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
        [t('Call'), (row) => <CallName {...row} />],
        [t('Status'), ({ status }) => String(status)],
        [t('Reason'), ({ reason }) => <code>{reason}</code>],
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

/** The method and the path of a call or an operation; `note` is below them. */
export function CallName({ method, path, note }: { method: string; path?: string | undefined; note?: string }) {
  return (
    <span className="call-name">
      {path ? <MethodTag method={method} /> : method} {path}
      {note && <span className="card__version">{note}</span>}
    </span>
  )
}
