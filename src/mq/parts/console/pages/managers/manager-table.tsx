/** A table of queue managers with their actions. */
import { OverflowMenu, OverflowMenuItem } from '@carbon/react'
import { MenuAction } from '../../../../../shared/ui/feedback/menu-action.tsx'
import { useDialog } from '../../../../../shared/ui/feedback/use-dialog.tsx'
import { FormDialog } from '../../../../../shared/ui/forms/form-dialog.tsx'
import { useForm } from '../../../../../shared/ui/forms/use-form.ts'
import { navigate } from '../../../../../shared/ui/routing/use-location-hash.ts'
import { type Column, DataTable } from '../../../../../shared/ui/table/data-table.tsx'
import { NameLink } from '../../../../../shared/ui/table/name-link.tsx'
import { RelativeTime } from '../../../../../shared/ui/text/relative-time.tsx'
import { t } from '../../../../../shared/ui/text/t.ts'
import type { ManagerEndMode, ManagerFacts } from '../../contract/managers.ts'
import { request } from '../../kit/api/client.ts'
import { buildManagerLink } from '../../kit/routing/page-route.ts'
import { useSession } from '../../kit/session/session.tsx'
import { isManagerEnded, isManagerRunning, ManagerStateTag } from './manager-state-tag.tsx'
import { useManagerStart } from './start-manager.tsx'

export interface ManagerTableProps {
  managers: readonly ManagerFacts[]
  /** Whether the table is a part of a page, and shows less. */
  small?: boolean
  changed(): void
}

const started: Column<ManagerFacts> = [
  t('Started'),
  (manager) => manager.started && <RelativeTime at={manager.started} />,
]

export function ManagerTable({ managers, small = false, changed }: ManagerTableProps) {
  return (
    <DataTable
      small={small}
      label={t('Queue managers')}
      rows={managers}
      keyOf={({ name }) => name}
      columns={[
        [
          t('Name'),
          ({ name, isDefault }) => (
            <>
              <NameLink to={buildManagerLink(name)}>{name}</NameLink>
              {isDefault && <span className="list__note">{t('default')}</span>}
            </>
          ),
        ],
        [t('Status'), (manager) => <ManagerStateTag manager={manager} />],
        ...(small ? [] : [started]),
        [t('Connections'), ({ connectionCount }) => connectionCount],
      ]}
      actions={(manager) => <ManagerMenu manager={manager} changed={changed} />}
      empty={t('There are no queue managers yet.')}
    />
  )
}

function ManagerMenu({ manager, changed }: { manager: ManagerFacts; changed(): void }) {
  const { rights } = useSession()
  const { dialog, show } = useDialog()
  const { name } = manager
  const { start } = useManagerStart(name, changed)

  if (!isManagerRunning(manager) && !rights.manage) return null
  return (
    <>
      <OverflowMenu
        flipped
        aria-label={t('Actions for {name}', { name })}
        iconDescription={t('Actions for {name}', { name })}
      >
        {isManagerRunning(manager) && (
          <OverflowMenuItem
            itemText={t('View configuration')}
            onClick={() => navigate(buildManagerLink(name, 'configuration'))}
          />
        )}
        {rights.manage && isManagerEnded(manager) && (
          <OverflowMenuItem itemText={t('Start')} onClick={() => void start()} />
        )}
        {rights.manage && isManagerRunning(manager) && (
          <OverflowMenuItem
            itemText={t('Stop')}
            onClick={() => show((close) => <StopManagerDialog name={name} close={close} stopped={changed} />)}
          />
        )}
        {rights.manage && (
          <MenuAction
            hasDivider
            isDelete
            itemText={t('Delete')}
            reason={!isManagerEnded(manager) && t('Stop the queue manager first.')}
            onClick={() => show((close) => <DeleteManagerDialog name={name} close={close} deleted={changed} />)}
          />
        )}
      </OverflowMenu>
      {dialog}
    </>
  )
}

/** A dialog that deletes a queue manager after the user has typed its name. */
function DeleteManagerDialog({ name, deleted, close }: { name: string; deleted(): void; close(): void }) {
  const form = useForm('confirm', { name: '' }, (draft) => [
    <p key="text" className="dialog__text">
      {t('The queue manager is deleted for good, with its queues and every message on them.')}
    </p>,
    {
      name: 'name',
      label: t('Type {name} to confirm', { name }),
      kind: 'name',
      missing: draft.name === name ? undefined : t('Type {name} to confirm the deletion.', { name }),
    },
  ])
  return (
    <FormDialog
      danger
      size="sm"
      form={form}
      title={t('Delete {name}', { name })}
      action={t('Delete')}
      run={() => request('DELETE /qmgr/:qmgr', { qmgr: name }, {})}
      done={t('Queue manager deleted')}
      about={name}
      succeeded={deleted}
      close={close}
    />
  )
}

const modes: readonly (readonly [mode: ManagerEndMode, says: string])[] = [
  ['controlled', t('Quiesce: applications are asked to end')],
  ['immediate', t('Immediate: calls in progress finish, further ones fail')],
  ['preemptive', t('Preemptive: everything ends at once')],
]
const initialMode: { mode: ManagerEndMode } = { mode: 'controlled' }

function StopManagerDialog({ name, close, stopped }: { name: string; close(): void; stopped(): void }) {
  const form = useForm('end', initialMode, () => [{ name: 'mode', label: t('How'), kind: 'radio', choices: modes }])
  return (
    <FormDialog
      danger
      size="sm"
      form={form}
      title={t('Stop {name}', { name })}
      action={t('Stop')}
      run={() => request('POST /qmgr/:qmgr/end', { qmgr: name }, { body: form.draft })}
      done={t('Queue manager stopped')}
      about={name}
      succeeded={stopped}
      close={close}
    />
  )
}
