/** The page of resource monitors: agents that poll a folder or a queue and start transfers. */
import { Link } from '@carbon/react'
import { Add, FolderDetailsReference, Play, StopFilledAlt, TrashCan } from '@carbon/react/icons'
import { Dialog } from '../../../../shared/ui/feedback/dialog.tsx'
import { Loaded } from '../../../../shared/ui/feedback/loaded.tsx'
import { DialogButton, useDialog } from '../../../../shared/ui/feedback/use-dialog.tsx'
import { useResource } from '../../../../shared/ui/feedback/use-resource.ts'
import { FormDialog } from '../../../../shared/ui/forms/form-dialog.tsx'
import { useForm } from '../../../../shared/ui/forms/use-form.ts'
import { StateTag } from '../../../../shared/ui/shell/state-tag.tsx'
import { DataTable } from '../../../../shared/ui/table/data-table.tsx'
import { ResourceTable, type TableAction } from '../../../../shared/ui/table/resource-table.tsx'
import { formatDateTime } from '../../../../shared/ui/text/format.ts'
import { t } from '../../../../shared/ui/text/t.ts'
import { buildTransferLink, transferSectionTitles } from '../../console/kit/routing/page-route.ts'
import { useSession } from '../../console/kit/session/session.tsx'
import { ManagerPageHeader } from '../../console/kit/shell/manager-page-header.tsx'
import type { TransferMonitor } from '../contract/transfer-agents.ts'
import { loadAgents, loadMonitors, loadTransfers, request } from './load-transfers.ts'
import { buildMonitor, buildMonitorRows, initialMonitor } from './monitor-draft.ts'
import { describeRepeat, monitorStates, transferStates, triggerTexts } from './transfer-texts.ts'

export default function MonitorsPage() {
  const { rights } = useSession()
  const monitors = useResource('monitors', loadMonitors, { intervalMs: 10_000 })
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
          [t('Polls'), ({ general }) => describeRepeat(general.pollIntervalUnit, general.pollInterval)],
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
  const isStarted = state === 'started'
  const act = isStarted
    ? () => request('POST /mft/agent/:agent/monitor/:monitor/stop', params, {})
    : () => request('POST /mft/agent/:agent/monitor/:monitor/start', params, {})
  return [
    {
      label: isStarted ? t('Stop {name}', { name }) : t('Start {name}', { name }),
      icon: isStarted ? StopFilledAlt : Play,
      title: isStarted ? t('Stop') : t('Start'),
      run: act,
      done: isStarted ? t('Monitor stopped') : t('Monitor started'),
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

/** The dialogs of resource monitors: one creates a monitor, one shows the latest transfers that a monitor has started. */
function CreateMonitorDialog({ created, close }: { created(): void; close(): void }) {
  const { value: agents = [], problem } = useResource('agents', loadAgents)
  const form = useForm('monitor', initialMonitor, (draft) => buildMonitorRows(draft, agents))
  return (
    <FormDialog
      size="lg"
      form={form}
      title={t('Create a monitor')}
      action={t('Create')}
      problem={problem}
      loses={t('The monitor has not been created.')}
      run={() => request('POST /mft/monitor', {}, { body: buildMonitor(form.draft, agents) })}
      done={t('Monitor created')}
      about={form.draft.name}
      succeeded={created}
      close={close}
    />
  )
}

const maxShown = 50

function MonitorHistoryDialog({ monitor, close }: { monitor: TransferMonitor; close(): void }) {
  const { name, agentName } = monitor
  const transfers = useResource('transfers', loadTransfers)
  return (
    <Dialog
      size="lg"
      title={t('Transfers of {name}', { name })}
      label={agentName}
      cancel={t('Close')}
      focus=".dialog__body"
      close={close}
    >
      <Loaded resource={transfers}>
        {({ transfers: known }) => (
          <DataTable
            label={t('Transfers of {name}', { name })}
            rows={known.filter((each) => each.monitor === name && each.sourceAgent === agentName).slice(0, maxShown)}
            keyOf={({ id }) => id}
            empty={{ title: t('The monitor has started no transfer yet') }}
            columns={[
              [
                t('Started'),
                ({ id, startedAt }) => (
                  <Link href={buildTransferLink('transfers', id)} onClick={close}>
                    {formatDateTime(new Date(startedAt))}
                  </Link>
                ),
              ],
              [t('State'), ({ state }) => <StateTag states={transferStates} state={state} />],
              [t('Files'), ({ numberOfFiles }) => numberOfFiles],
              [t('Failures'), ({ numberOfFileFailures }) => numberOfFileFailures],
            ]}
          />
        )}
      </Loaded>
    </Dialog>
  )
}
