/** The menu of a queue manager: view configuration, start, stop, delete. */
import { OverflowMenu, OverflowMenuItem, RadioButton, RadioButtonGroup, TextInput } from '@carbon/react'
import { useState } from 'react'
import { MenuAction } from '../../../ui/feedback/action-button.tsx'
import { ConfirmDialog } from '../../../ui/feedback/confirm-dialog.tsx'
import { Dialog } from '../../../ui/feedback/dialog.tsx'
import { useAction } from '../../../ui/feedback/use-action.ts'
import { useFieldErrors } from '../../../ui/feedback/use-field-errors.ts'
import { navigate } from '../../../ui/routing/use-location-hash.ts'
import { t } from '../../../ui/text/t.ts'
import { deleteManager, endManager, type ManagerEndMode, type QueueManager, startManager } from '../api/managers.ts'
import { buildManagerLink } from '../routing/page-route.ts'
import { useSession } from '../session/session.tsx'
import { isManagerEnded, isManagerRunning } from './manager-states.ts'

export function ManagerMenu({ manager, changed }: { manager: QueueManager; changed(): void }) {
  const { rights } = useSession()
  const [asked, setAsked] = useState<'stop' | 'delete'>()
  const starting = useAction({ notifiesErrors: true })
  const { name } = manager
  const close = () => setAsked(undefined)

  async function start() {
    await starting.run(() => startManager(name), t('Queue manager started'), name, t('Start'))
    changed()
  }

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
          <OverflowMenuItem itemText={t('Stop')} onClick={() => setAsked('stop')} />
        )}
        {rights.manage && (
          <MenuAction
            hasDivider
            isDelete
            itemText={t('Delete')}
            reason={!isManagerEnded(manager) && t('Stop the queue manager first.')}
            onClick={() => setAsked('delete')}
          />
        )}
      </OverflowMenu>
      {asked === 'stop' && <StopManagerDialog name={name} close={close} stopped={changed} />}
      {asked === 'delete' && (
        <DeleteManagerDialog name={name} close={close} remove={() => deleteManager(name)} deleted={changed} />
      )}
    </>
  )
}

/** A dialog that deletes a queue manager after the user has typed its name. */
interface DeleteManagerDialogProps {
  name: string
  remove(): Promise<void>
  deleted(): void
  close(): void
}

function DeleteManagerDialog({ name, remove, deleted, close }: DeleteManagerDialogProps) {
  const [typed, setTyped] = useState('')
  const action = useAction()
  const errors = useFieldErrors([
    {
      id: 'confirm-name',
      missing: typed === name ? undefined : t('Type {name} to confirm the deletion.', { name }),
    },
  ])

  async function confirm() {
    if (!errors.check()) return
    if (!(await action.run(remove, t('Queue manager deleted'), name))) return
    deleted()
    close()
  }

  return (
    <ConfirmDialog
      title={t('Delete {name}', { name })}
      action={t('Delete')}
      busy={action.busy}
      problem={action.problem}
      confirm={() => void confirm()}
      close={close}
    >
      <p className="dialog__text">
        {t('The queue manager is deleted for good, with its queues and every message on them.')}
      </p>
      <TextInput
        id="confirm-name"
        labelText={t('Type {name} to confirm', { name })}
        value={typed}
        {...errors.of('confirm-name')}
        autoComplete="off"
        spellCheck={false}
        onChange={(event) => setTyped(event.target.value)}
      />
    </ConfirmDialog>
  )
}

const modes: readonly (readonly [mode: ManagerEndMode, says: string])[] = [
  ['controlled', t('Quiesce: applications are asked to end')],
  ['immediate', t('Immediate: calls in progress finish, further ones fail')],
  ['preemptive', t('Preemptive: everything ends at once')],
]

/** A dialog that stops a queue manager in one of three modes. */
function StopManagerDialog({ name, close, stopped }: { name: string; close(): void; stopped(): void }) {
  const [mode, setMode] = useState<ManagerEndMode>('controlled')
  const action = useAction()

  async function stop() {
    if (!(await action.run(() => endManager(name, mode), t('Queue manager stopped'), name))) return
    stopped()
    close()
  }

  return (
    <Dialog
      danger
      size="sm"
      title={t('Stop {name}', { name })}
      action={t('Stop')}
      busy={action.busy}
      problem={action.problem}
      submit={() => void stop()}
      close={close}
    >
      <RadioButtonGroup
        legendText={t('How')}
        name="mode"
        orientation="vertical"
        valueSelected={mode}
        onChange={(value) => setMode(value as ManagerEndMode)}
      >
        {modes.map(([value, says]) => (
          <RadioButton key={value} id={`mode-${value}`} value={value} labelText={says} />
        ))}
      </RadioButtonGroup>
    </Dialog>
  )
}
