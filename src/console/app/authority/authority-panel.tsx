/** Lists the authority records of one object. */
import { Add, Edit, TrashCan } from '@carbon/react/icons'
import { DialogButton } from '../../../ui/feedback/use-dialog.tsx'
import { useResource } from '../../../ui/feedback/use-resource.ts'
import { ResourceTable } from '../../../ui/table/resource-table.tsx'
import { t } from '../../../ui/text/t.ts'
import { useSession } from '../session/session.tsx'
import { AuthorityDialog } from './authority-dialog.tsx'
import { deleteAuthorityRecord, loadAuthorityRecords } from './authority-records.ts'

export interface AuthorityPanelProps {
  manager: string
  objectType: string
  /** The name of the object; absent for the queue manager itself. */
  name?: string
}

export default function AuthorityPanel({ manager, objectType, name }: AuthorityPanelProps) {
  const { rights } = useSession()
  const key = `${manager}/${objectType}/${name ?? ''}`
  const records = useResource(key, (signal) => loadAuthorityRecords(manager, objectType, name, signal))
  const shared = { manager, objectType, name, saved: records.reload }

  return (
    <section aria-label={t('Authority records')}>
      {records.value && rights.change && (
        <DialogButton
          size="md"
          renderIcon={Add}
          dialog={(close) => <AuthorityDialog {...shared} record={undefined} close={close} />}
        >
          {t('Add')}
        </DialogButton>
      )}
      <ResourceTable
        resource={records}
        label={t('Authority records')}
        keyOf={({ profile, entityType, entity }) => `${profile} ${entityType} ${entity}`}
        columns={[
          [t('Profile'), ({ profile }) => profile || t('self')],
          [t('Type'), ({ entityType }) => (entityType === 'GROUP' ? t('Group') : t('User'))],
          [t('Name'), ({ entity }) => entity],
          [t('Authorities'), ({ authorities }) => authorities.join(', ') || t('none')],
        ]}
        actions={
          rights.change &&
          ((record) => [
            {
              label: t('Edit the record of {entity}', { entity: record.entity }),
              icon: Edit,
              dialog: (close) => <AuthorityDialog {...shared} record={record} close={close} />,
            },
            {
              label: t('Delete the record of {entity}', { entity: record.entity }),
              icon: TrashCan,
              title: t('Delete'),
              questionTitle: t('Delete the authority record of {entity}', { entity: record.entity }),
              question: record.profile
                ? t('The record of the profile {profile} is deleted for good.', { profile: record.profile })
                : t('The record of the queue manager is deleted for good.'),
              run: () => deleteAuthorityRecord(manager, record),
              done: t('Authority record deleted'),
              about: record.entity,
            },
          ])
        }
        empty={{
          title: t('No authority record applies'),
          text: t('Privileged users need none. Add a record for each other user or group.'),
        }}
      />
    </section>
  )
}
