/** The page of resource monitors: agents that poll a folder or a queue and start transfers. */
import '../styles/work.scss'
import { Button } from '@carbon/react'
import { Add, FolderDetailsReference, Play, StopFilledAlt, TrashCan } from '@carbon/react/icons'
import { useState } from 'react'
import type { TransferMonitor } from '../../../contract/console/transfer-agents.ts'
import { ToolbarButton } from '../../../ui/feedback/action-button.tsx'
import { ConfirmDialog } from '../../../ui/feedback/action-dialog.tsx'
import { Loaded } from '../../../ui/feedback/loaded.tsx'
import { useAction } from '../../../ui/feedback/use-action.ts'
import { useResource } from '../../../ui/feedback/use-resource.ts'
import { StateTag } from '../../../ui/shell/state-tag.tsx'
import { DataTable } from '../../../ui/table/data-table.tsx'
import { t } from '../../../ui/text/t.ts'
import { request } from '../api/client.ts'
import { loadMonitors } from '../api/file-transfer.ts'
import { useSession } from '../session/session.tsx'
import { ManagerPageHeader } from '../shell/manager-page-header.tsx'
import { transferSectionTitles } from '../shell/page-titles.ts'
import { CreateMonitorDialog, MonitorHistoryDialog } from './monitor-dialogs.tsx'
import { describePolling, monitorStates, triggerTexts } from './transfer-texts.ts'

const freshMs = 10_000

type OpenDialog = { to: 'create' } | { to: 'delete' | 'history'; monitor: TransferMonitor }

export default function MonitorsPage() {
  const { rights } = useSession()
  const [open, setOpen] = useState<OpenDialog>()
  const monitors = useResource('monitors', loadMonitors, { intervalMs: freshMs })
  const close = () => setOpen(undefined)

  return (
    <>
      <ManagerPageHeader title={transferSectionTitles.monitors}>
        {rights.changeTransfers && (
          <Button size="md" renderIcon={Add} onClick={() => setOpen({ to: 'create' })}>
            {t('Create')}
          </Button>
        )}
      </ManagerPageHeader>
      <Loaded resource={monitors}>
        {(value) => (
          <DataTable
            label={transferSectionTitles.monitors}
            rows={value}
            keyOf={({ agentName, name }) => `${agentName}/${name}`}
            columns={[
              [
                t('Name'),
                (monitor) => (
                  <button type="button" className="messages__open" onClick={() => setOpen({ to: 'history', monitor })}>
                    {monitor.name}
                  </button>
                ),
              ],
              [t('State'), ({ state }) => <StateTag states={monitorStates} state={state} />],
              [t('Agent'), ({ agentName }) => agentName],
              [t('Folder or queue'), ({ resource }) => resource.name],
              [t('Trigger'), describeTrigger],
              [t('Polls'), ({ general }) => describePolling(general)],
            ]}
            actions={
              rights.changeTransfers &&
              ((monitor) => (
                <MonitorActions
                  monitor={monitor}
                  changed={monitors.reload}
                  remove={() => setOpen({ to: 'delete', monitor })}
                />
              ))
            }
            empty={{
              icon: FolderDetailsReference,
              title: t('There are no monitors yet'),
              text: t('A monitor polls a folder or a queue, and starts a transfer for what it finds.'),
            }}
          />
        )}
      </Loaded>
      {open?.to === 'create' && <CreateMonitorDialog created={monitors.reload} close={close} />}
      {open?.to === 'history' && <MonitorHistoryDialog monitor={open.monitor} close={close} />}
      {open?.to === 'delete' && <DeleteDialog monitor={open.monitor} deleted={monitors.reload} close={close} />}
    </>
  )
}

function describeTrigger({ triggerCondition: { type, includePattern } }: TransferMonitor): string {
  return includePattern ? `${triggerTexts[type]}: ${includePattern}` : triggerTexts[type]
}

type MonitorActionsProps = { monitor: TransferMonitor; changed(): void; remove(): void }

/** The buttons that start, stop and delete a monitor. */
function MonitorActions({ monitor, changed, remove }: MonitorActionsProps) {
  const { name, agentName: agent } = monitor
  const { busy, run } = useAction({ notifiesErrors: true })
  const isStarted = monitor.state === 'started'

  async function toggle() {
    const params = { agent, monitor: name }
    const verb = isStarted ? 'stop' : 'start'
    const work = () => request(`POST /mft/agent/:agent/monitor/:monitor/${verb}`, params, {})
    const done = isStarted ? t('Monitor stopped') : t('Monitor started')
    await run(work, done, name, isStarted ? t('Stop') : t('Start'))
    changed()
  }

  return (
    <>
      <ToolbarButton
        label={isStarted ? t('Stop {name}', { name }) : t('Start {name}', { name })}
        icon={isStarted ? StopFilledAlt : Play}
        busy={busy}
        onClick={() => void toggle()}
      />
      <ToolbarButton label={t('Delete {name}', { name })} icon={TrashCan} onClick={remove} />
    </>
  )
}

type DeleteDialogProps = { monitor: TransferMonitor; deleted(): void; close(): void }

function DeleteDialog({ monitor: { name, agentName }, deleted, close }: DeleteDialogProps) {
  return (
    <ConfirmDialog
      title={t('Delete {name}', { name })}
      action={t('Delete')}
      text={t('It starts no more transfers. Those that run go on.')}
      run={() => request('DELETE /mft/monitor/:monitor', { monitor: name }, { query: { agentName } })}
      done={t('Monitor deleted')}
      about={name}
      succeeded={deleted}
      close={close}
    />
  )
}
