/** Lists the authority records of one object. */
import { Button } from '@carbon/react'
import { Add, Edit, TrashCan } from '@carbon/react/icons'
import { useState } from 'react'
import { ToolbarButton } from '../../../ui/feedback/action-button.tsx'
import { ConfirmDialog } from '../../../ui/feedback/action-dialog.tsx'
import { Loaded } from '../../../ui/feedback/loaded.tsx'
import { useResource } from '../../../ui/feedback/use-resource.ts'
import { DataTable } from '../../../ui/table/data-table.tsx'
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
  const key = `${manager}/${objectType}/${name ?? ''}`
  const records = useResource(key, (signal) => loadAuthorityRecords(manager, objectType, name, signal))
  const close = () => setDialog(undefined)

  return (
    <section aria-label={t('Authority records')}>
      {records.value && rights.change && (
        <Button size="md" renderIcon={Add} onClick={() => setDialog({ to: 'add' })}>
          {t('Add')}
        </Button>
      )}
      <Loaded resource={records}>
        {(value) => (
          <DataTable
            label={t('Authority records')}
            rows={value}
            keyOf={({ profile, entityType, entity }) => `${profile} ${entityType} ${entity}`}
            columns={[
              [t('Profile'), ({ profile }) => profile || t('self')],
              [t('Type'), ({ entityType }) => (entityType === 'GROUP' ? t('Group') : t('User'))],
              [t('Name'), ({ entity }) => entity],
              [t('Authorities'), ({ authorities }) => authorities.join(', ') || t('none')],
            ]}
            actions={
              rights.change &&
              ((record) => (
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
              ))
            }
            empty={{
              title: t('No authority record applies'),
              text: t('Privileged users need none. Add a record for each other user or group.'),
            }}
          />
        )}
      </Loaded>
      {dialog?.to === 'delete' && (
        <DeleteDialog manager={manager} record={dialog.record} deleted={records.reload} close={close} />
      )}
      {dialog && dialog.to !== 'delete' && (
        <AuthorityDialog
          manager={manager}
          objectType={objectType}
          name={name}
          record={dialog.to === 'edit' ? dialog.record : undefined}
          saved={records.reload}
          close={close}
        />
      )}
    </section>
  )
}

interface DeleteDialogProps {
  manager: string
  record: AuthorityRecord
  deleted(): void
  close(): void
}

function DeleteDialog({ manager, record, deleted, close }: DeleteDialogProps) {
  const { profile, entity } = record
  return (
    <ConfirmDialog
      title={t('Delete the authority record of {entity}', { entity })}
      action={t('Delete')}
      text={
        profile
          ? t('The record of the profile {profile} is deleted for good.', { profile })
          : t('The record of the queue manager is deleted for good.')
      }
      run={() => deleteAuthorityRecord(manager, record)}
      done={t('Authority record deleted')}
      about={entity}
      succeeded={deleted}
      close={close}
    />
  )
}
