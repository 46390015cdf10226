/** The dialogs of resource monitors: one creates a monitor, one shows the latest transfers that a monitor has started. */
import type { TransferMonitor } from '../../../contract/console/transfer-agents.ts'
import { Dialog } from '../../../ui/feedback/dialog.tsx'
import { Loaded } from '../../../ui/feedback/loaded.tsx'
import { useResource } from '../../../ui/feedback/use-resource.ts'
import { FormDialog } from '../../../ui/forms/form-dialog.tsx'
import { useForm } from '../../../ui/forms/use-form.ts'
import { StateTag } from '../../../ui/shell/state-tag.tsx'
import { DataTable } from '../../../ui/table/data-table.tsx'
import { formatDateTime } from '../../../ui/text/format.ts'
import { t } from '../../../ui/text/t.ts'
import { request } from '../api/client.ts'
import { loadAgents, loadTransfers } from '../api/file-transfer.ts'
import { buildTransferLink } from '../routing/page-route.ts'
import { buildMonitor, buildMonitorRows, initialMonitor } from './monitor-draft.ts'
import { transferStates } from './transfer-texts.ts'

export function CreateMonitorDialog({ created, close }: { created(): void; close(): void }) {
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

export function MonitorHistoryDialog({ monitor, close }: { monitor: TransferMonitor; close(): void }) {
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
        {(value) => (
          <DataTable
            label={t('Transfers of {name}', { name })}
            rows={value.transfers
              .filter((each) => each.monitor === name && each.sourceAgent === agentName)
              .slice(0, maxShown)}
            keyOf={({ id }) => id}
            empty={{ title: t('The monitor has started no transfer yet') }}
            columns={[
              [
                t('Started'),
                ({ id, startedAt }) => (
                  <a className="cds--link" href={buildTransferLink('transfers', id)} onClick={close}>
                    {formatDateTime(new Date(startedAt))}
                  </a>
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
