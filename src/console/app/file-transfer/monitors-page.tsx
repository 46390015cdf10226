/** The page of resource monitors: agents that poll a folder or a queue and start transfers. */
import { DialogButton, useDialog } from '../../../ui/feedback/use-dialog.tsx'
import type { TableAction } from '../../../ui/table/resource-table.tsx'
import { ResourceTable } from '../../../ui/table/resource-table.tsx'
import '../styles/work.scss'
import { Add, FolderDetailsReference, Play, StopFilledAlt, TrashCan } from '@carbon/react/icons'
import type { TransferMonitor } from '../../../contract/console/transfer-agents.ts'
import { useResource } from '../../../ui/feedback/use-resource.ts'
import { StateTag } from '../../../ui/shell/state-tag.tsx'
import { t } from '../../../ui/text/t.ts'
import { request } from '../api/client.ts'
import { loadMonitors } from '../api/file-transfer.ts'
import { transferSectionTitles } from '../routing/page-route.ts'
import { useSession } from '../session/session.tsx'
import { ManagerPageHeader } from '../shell/manager-page-header.tsx'
import { CreateMonitorDialog, MonitorHistoryDialog } from './monitor-dialogs.tsx'
import { describePolling, monitorStates, triggerTexts } from './transfer-texts.ts'

const freshMs = 10_000

export default function MonitorsPage() {
  const { rights } = useSession()
  const monitors = useResource('monitors', loadMonitors, { intervalMs: freshMs })
  return (
    <>
      <ManagerPageHeader title={transferSectionTitles.monitors}>
        {rights.changeTransfers && (
          <DialogButton
            size="md"
            renderIcon={Add}
            dialog={(close) => <CreateMonitorDialog created={monitors.reload} close={close} />}
          >
            {t('Create')}
          </DialogButton>
        )}
      </ManagerPageHeader>
      <ResourceTable
        resource={monitors}
        label={transferSectionTitles.monitors}
        keyOf={({ agentName, name }) => `${agentName}/${name}`}
        columns={[
          [t('Name'), (monitor) => <HistoryButton monitor={monitor} />],
          [t('State'), ({ state }) => <StateTag states={monitorStates} state={state} />],
          [t('Agent'), ({ agentName }) => agentName],
          [t('Folder or queue'), ({ resource }) => resource.name],
          [t('Trigger'), describeTrigger],
          [t('Polls'), ({ general }) => describePolling(general)],
        ]}
        actions={rights.changeTransfers && listActions}
        empty={{
          icon: FolderDetailsReference,
          title: t('There are no monitors yet'),
          text: t('A monitor polls a folder or a queue, and starts a transfer for what it finds.'),
        }}
      />
    </>
  )
}

function HistoryButton({ monitor }: { monitor: TransferMonitor }) {
  const { dialog, show } = useDialog()
  return (
    <>
      <button
        type="button"
        className="messages__open"
        onClick={() => show((close) => <MonitorHistoryDialog monitor={monitor} close={close} />)}
      >
        {monitor.name}
      </button>
      {dialog}
    </>
  )
}

function describeTrigger({ triggerCondition: { type, includePattern } }: TransferMonitor): string {
  return includePattern ? `${triggerTexts[type]}: ${includePattern}` : triggerTexts[type]
}

/** Starts, stops and deletes a monitor. */
function listActions({ name, agentName, state }: TransferMonitor): readonly TableAction[] {
  const params = { agent: agentName, monitor: name }
  return [
    state === 'started'
      ? {
          label: t('Stop {name}', { name }),
          icon: StopFilledAlt,
          title: t('Stop'),
          run: () => request('POST /mft/agent/:agent/monitor/:monitor/stop', params, {}),
          done: t('Monitor stopped'),
          about: name,
        }
      : {
          label: t('Start {name}', { name }),
          icon: Play,
          title: t('Start'),
          run: () => request('POST /mft/agent/:agent/monitor/:monitor/start', params, {}),
          done: t('Monitor started'),
          about: name,
        },
    {
      label: t('Delete {name}', { name }),
      icon: TrashCan,
      title: t('Delete'),
      question: t('It starts no more transfers. Those that run go on.'),
      run: () => request('DELETE /mft/monitor/:monitor', { monitor: name }, { query: { agentName } }),
      done: t('Monitor deleted'),
      about: name,
    },
  ]
}
