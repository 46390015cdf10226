/** Who may do what on one object, and why: a matrix of the authority records of users and groups. */
import { Add, Edit, TrashCan } from '@carbon/react/icons'
import { useState } from 'react'
import { DialogButton } from '../../../../../shared/ui/feedback/use-dialog.tsx'
import { useResource } from '../../../../../shared/ui/feedback/use-resource.ts'
import { FormPanel } from '../../../../../shared/ui/forms/form-panel.tsx'
import { useForm } from '../../../../../shared/ui/forms/use-form.ts'
import { ResourceTable, type TableAction } from '../../../../../shared/ui/table/resource-table.tsx'
import { t } from '../../../../../shared/ui/text/t.ts'
import { useSession } from '../../kit/session/session.tsx'
import { AuthorityDialog, type AuthorityDialogProps, findAuthorityGroups } from './authority-dialog.tsx'
import {
  type AuthorityRecord,
  deleteAuthorityRecord,
  type EntityRights,
  loadEntityRights,
  saveAuthorityRecord,
  sortEntityRights,
} from './authority-records.ts'

export interface AuthorityPanelProps {
  manager: string
  objectType: string
  /** The name of the object; absent for the queue manager itself. */
  name?: string
}

export default function AuthorityPanel({ manager, objectType, name }: AuthorityPanelProps) {
  const { rights } = useSession()
  /** Users without a record of their own, whom the user asked for. */
  const [others, setOthers] = useState<readonly string[]>([])
  const key = JSON.stringify([manager, objectType, name, others])
  const records = useResource(key, (signal) => loadEntityRights({ manager, objectType, name, others }, signal))
  const shared = { manager, objectType, name, saved: records.reload }
  const words = findAuthorityGroups(objectType).flatMap(({ authorities }) => authorities)
  const form = useForm('entity', { user: '' }, () => [
    { name: 'user', label: t('What may another user do?'), kind: 'name', required: t('Enter the name of a user.') },
  ])
  const { user } = form.draft

  return (
    <section className="matrix" aria-label={t('Authority records')}>
      {records.value && rights.change && (
        <DialogButton
          size="md"
          renderIcon={Add}
          dialog={(close) => <AuthorityDialog {...shared} record={undefined} close={close} />}
        >
          {t('Add')}
        </DialogButton>
      )}
      <ResourceTable<EntityRights>
        resource={{ ...records, value: records.value && sortEntityRights(records.value) }}
        label={t('Authority records')}
        small
        keyOf={({ profile, entityType, entity }) => `${profile} ${entityType} ${entity}`}
        columns={[
          [t('Name'), ({ entity }) => entity],
          [t('Type'), ({ entityType }) => (entityType === 'GROUP' ? t('Group') : t('User'))],
          [t('By the record'), ({ profile, hasRecord }) => (hasRecord ? profile || t('self') : t('none'))],
          ...words.map(([word, says]) => [says, (row: EntityRights) => <Right rights={row} word={word} />] as const),
        ]}
        actions={rights.change && ((record) => (record.hasRecord ? listActions({ ...shared, record }) : []))}
        empty={{
          title: t('No authority record applies'),
          text: t('Privileged users need none. Add a record for each other user or group.'),
        }}
      />
      <p className="list__note">
        {t(
          '● by the record of the user or group itself, ○ by a group of the user. Privileged users may do everything.',
        )}
      </p>
      <FormPanel
        form={form}
        action={t('Show')}
        kind="tertiary"
        size="md"
        run={async () => setOthers([...others.filter((each) => each !== user), user])}
        succeeded={form.reset}
      />
    </section>
  )
}

/** Changes or deletes the record of a user or group. */
function listActions(
  shared: Omit<AuthorityDialogProps, 'close'> & { record: AuthorityRecord },
): readonly TableAction[] {
  const { manager, record } = shared
  return [
    {
      label: t('Edit the record of {entity}', { entity: record.entity }),
      icon: Edit,
      dialog: (close) => <AuthorityDialog {...shared} close={close} />,
    },
    {
      label: t('Delete the record of {entity}', { entity: record.entity }),
      icon: TrashCan,
      title: t('Delete'),
      questionTitle: t('Delete the authority record of {entity}', { entity: record.entity }),
      question: record.profile
        ? t('The record of the profile {profile} is deleted.', { profile: record.profile })
        : t('The record of the queue manager is deleted.'),
      run: () => deleteAuthorityRecord(manager, record),
      undo: () => saveAuthorityRecord(manager, record, []),
      done: t('Authority record deleted'),
      about: record.entity,
    },
  ]
}

/** A mark where a user or group has an authority, with the reason. */
function Right({ rights, word }: { rights: EntityRights; word: string }) {
  const { entity, profile, authorities, effective } = rights
  const isOwn = authorities.includes(word)
  if (!isOwn && !effective.includes(word)) return null
  const why = isOwn
    ? t('{entity} has it by the record of {profile}.', { entity, profile: profile || t('self') })
    : t('{entity} has it by a group, or as a privileged user.', { entity })
  return (
    <span role="img" className="matrix__mark" aria-label={why} title={why}>
      {isOwn ? '●' : '○'}
    </span>
  )
}
