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
import { t } from '../../../ui/text/t.ts'
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
  const [dialog, setDialog] = useState<OpenDialog>()
  const removal = useAction()
  const key = `${manager}/${objectType}/${name ?? ''}`
  const { value, problem, reload } = useResource(key, (signal) =>
    loadAuthorityRecords(manager, objectType, name, signal),
  )
  const close = () => setDialog(undefined)

  async function remove(record: AuthorityRecord) {
    if (
      !(await removal.run(() => deleteAuthorityRecord(manager, record), t('Authority record deleted'), record.entity))
    )
      return
    close()
    reload()
  }

  if (problem) return <ErrorNotice text={problem} again={reload} />
  if (!value) return <LoadingIndicator />

  return (
    <section aria-label={t('Authority records')}>
      {rights.change && (
        <Button size="md" renderIcon={Add} onClick={() => setDialog({ to: 'add' })}>
          {t('Add')}
        </Button>
      )}
      {value.length === 0 && (
        <EmptyState
          title={t('No authority record applies')}
          text={t('Privileged users need none. Add a record for each other user or group.')}
        />
      )}
      {value.length > 0 && (
        <Table size="md" aria-label={t('Authority records')}>
          <TableHeaderRow titles={[t('Profile'), t('Type'), t('Name'), t('Authorities')]} actions />
          <TableBody>
            {value.map((record) => (
              <TableRow key={`${record.profile} ${record.entityType} ${record.entity}`}>
                <TableCell>{record.profile || t('self')}</TableCell>
                <TableCell>{record.entityType === 'GROUP' ? t('Group') : t('User')}</TableCell>
                <TableCell>{record.entity}</TableCell>
                <TableCell>{record.authorities.join(', ') || t('none')}</TableCell>
                <TableCell className="list__menu">
                  {rights.change && (
                    <>
                      <ToolbarButton
                        label={t('Edit the record of {entity}', { entity: record.entity })}
                        icon={Edit}
                        onClick={() => setDialog({ to: 'edit', record })}
                      />
                      <ToolbarButton
                        label={t('Delete the record of {entity}', { entity: record.entity })}
                        icon={TrashCan}
                        onClick={() => setDialog({ to: 'delete', record })}
                      />
                    </>
                  )}
                </TableCell>
              </TableRow>
            ))}
          </TableBody>
        </Table>
      )}
      {dialog?.to === 'delete' && (
        <ConfirmDialog
          title={t('Delete the authority record of {entity}', { entity: dialog.record.entity })}
          action={t('Delete')}
          busy={removal.busy}
          problem={removal.problem}
          confirm={() => void remove(dialog.record)}
          close={close}
        >
          <p className="dialog__text">
            {dialog.record.profile
              ? t('The record of the profile {profile} is deleted for good.', {
                  profile: dialog.record.profile,
                })
              : t('The record of the queue manager is deleted for good.')}
          </p>
        </ConfirmDialog>
      )}
      {dialog && dialog.to !== 'delete' && (
        <AuthorityDialog
          manager={manager}
          objectType={objectType}
          name={name}
          record={dialog.to === 'edit' ? dialog.record : undefined}
          saved={reload}
          close={close}
        />
      )}
    </section>
  )
}
