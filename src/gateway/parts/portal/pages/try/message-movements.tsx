/** Shows what calls did to the messages that a call has put or taken: when, and by which application. */
import { DataTable } from '../../../../../shared/ui/table/data-table.tsx'
import { formatDateTime } from '../../../../../shared/ui/text/format.ts'
import { t } from '../../../../../shared/ui/text/t.ts'
import type { MessageMovementView } from '../../rest/index.ts'

const actions: Readonly<Record<MessageMovementView['how'], string>> = {
  put: t('Put on the queue'),
  taken: t('Taken'),
  acknowledged: t('Taken: leased and acknowledged'),
  'put back': t('Leased and put back'),
}

export function MessageMovements({ movements }: { movements: readonly MessageMovementView[] }) {
  const isTaken = movements.some(({ how }) => how === 'taken' || how === 'acknowledged')
  return (
    <>
      <DataTable
        label={t('What became of the messages')}
        rows={movements.map((each, index) => ({ ...each, id: String(index) }))}
        keyOf={({ id }) => id}
        columns={[
          [t('Time'), ({ at }) => formatDateTime(at)],
          [t('Action'), ({ how }) => actions[how]],
          [t('Application'), ({ application = t('of another developer') }) => application],
          [t('Queue'), ({ queue = '' }) => queue],
          [t('Message'), ({ message = t('several') }) => <code>{message}</code>],
          [t('Request'), ({ requestId = '' }) => <code>{requestId}</code>],
        ]}
      />
      {!isTaken && (
        <p className="list__note">
          {t('No call through the gateway has taken it: it is on its queue, has expired, or was taken by other means.')}
        </p>
      )}
    </>
  )
}
