/** Lists the authority records of one object. */
import { Button, Table, TableBody, TableCell, TableRow } from '@carbon/react'
import { Add, Edit, TrashCan } from '@carbon/react/icons'
import { useState } from 'react'

import { ConfirmDialog } from '../../../ui/feedback/confirm-dialog.tsx'
import { EmptyState } from '../../../ui/feedback/empty-state.tsx'
import { ErrorNotice } from '../../../ui/feedback/error-notice.tsx'
import { LoadingIndicator } from '../../../ui/feedback/loading-indicator.tsx'
import { useAction } from '../../../ui/feedback/use-action.ts'
import { useResource } from '../../../ui/feedback/use-resource.ts'
import { TableHeaderRow } from '../../../ui/table/table-header-row.tsx'
import { ToolbarButton } from '../../../ui/table/toolbar-button.tsx'
import { useSession } from '../session/session.tsx'
import { AuthorityDialog } from './authority-dialog.tsx'
import { type AuthorityRecord, deleteAuthorityRecord, loadAuthorityRecords } from './authority-records.ts'

export interface AuthorityPanelProps {
  manager: string
  objectType: string
  /** The name of the object; absent for the queue manager itself. */
  name?: string
}

type OpenDialog = { to: 'add' } | { to: 'edit' | 'delete'; record: AuthorityRecord }

export default function AuthorityPanel({ manager, objectType, name }: AuthorityPanelProps) {
  const { rights } = useSession()
  const [asked, setAsked] = useState<OpenDialog>()
  const removal = useAction()
  const key = `${manager}/${objectType}/${name ?? ''}`
  const { value, problem, reload } = useResource(key, (signal) =>
    loadAuthorityRecords(manager, objectType, name, signal),
  )
  const close = () => setAsked(undefined)

  async function remove(record: AuthorityRecord) {
    if (
      !(await removal.run(
        () => deleteAuthorityRecord(manager, record),
        'Authority record deleted',
        record.entity,
      ))
    )
      return
    close()
    reload()
  }

  if (problem) return <ErrorNotice text={problem} again={reload} />
  if (!value) return <LoadingIndicator />

  return (
    <section className="authority" aria-label="Authority records">
      {rights.change && (
        <Button size="md" renderIcon={Add} onClick={() => setAsked({ to: 'add' })}>
          Add
        </Button>
      )}
      {value.length === 0 && (
        <EmptyState
          title="No authority record applies"
          text="Privileged users need none. Add a record for each other user or group."
        />
      )}
      {value.length > 0 && (
        <Table size="md" aria-label="Authority records">
          <TableHeaderRow titles={['Profile', 'Type', 'Name', 'Authorities']} actions />
          <TableBody>
            {value.map((record) => (
              <TableRow key={`${record.profile} ${record.entityType} ${record.entity}`}>
                <TableCell>{record.profile || 'self'}</TableCell>
                <TableCell>{record.entityType === 'GROUP' ? 'Group' : 'User'}</TableCell>
                <TableCell>{record.entity}</TableCell>
                <TableCell>{record.authorities.join(', ') || 'none'}</TableCell>
                <TableCell className="list__menu">
                  {rights.change && (
                    <>
                      <ToolbarButton
                        label={`Edit the record of ${record.entity}`}
                        icon={Edit}
                        onClick={() => setAsked({ to: 'edit', record })}
                      />
                      <ToolbarButton
                        label={`Delete the record of ${record.entity}`}
                        icon={TrashCan}
                        onClick={() => setAsked({ to: 'delete', record })}
                      />
                    </>
                  )}
                </TableCell>
              </TableRow>
            ))}
          </TableBody>
        </Table>
      )}
      {asked?.to === 'delete' && (
        <ConfirmDialog
          title={`Delete the authority record of ${asked.record.entity}`}
          action="Delete"
          busy={removal.busy}
          problem={removal.problem}
          confirm={() => void remove(asked.record)}
          close={close}
        >
          <p className="dialog__text">
            The record of the profile {asked.record.profile || 'of the queue manager'} is deleted for good.
          </p>
        </ConfirmDialog>
      )}
      {asked && asked.to !== 'delete' && (
        <AuthorityDialog
          manager={manager}
          objectType={objectType}
          name={name}
          record={asked.to === 'edit' ? asked.record : undefined}
          saved={reload}
          close={close}
        />
      )}
    </section>
  )
}
