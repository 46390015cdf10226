/** The page of resource monitors: agents that poll a folder or a queue and start transfers. */
import { Button, TableCell, TableRow } from '@carbon/react'
import { Add, FolderDetailsReference, Play, StopFilledAlt, TrashCan } from '@carbon/react/icons'
import { useState } from 'react'

import { ConfirmDialog } from '../../../ui/feedback/confirm-dialog.tsx'
import { useAction } from '../../../ui/feedback/use-action.ts'
import { useResource } from '../../../ui/feedback/use-resource.ts'
import { ToolbarButton } from '../../../ui/table/toolbar-button.tsx'
import { t } from '../../../ui/text/t.ts'
import { controlMonitor, deleteMonitor, loadMonitors, type TransferMonitor } from '../api/transfer-agents.ts'
import { useSession } from '../session/session.tsx'
import { ManagerPageHeader } from '../shell/manager-page-header.tsx'
import { transferSectionTitles } from '../shell/page-titles.ts'
import { ResourceTable } from '../table/resource-table.tsx'
import { MonitorDialog } from './monitor-dialog.tsx'
import { MonitorHistoryDialog } from './monitor-history-dialog.tsx'
import { StateTag } from './state-tag.tsx'
import { describePolling, monitorStates, triggerTexts } from './transfer-texts.ts'

const freshMs = 10_000

type OpenDialog = { to: 'create' } | { to: 'delete' | 'history'; monitor: TransferMonitor }

export default function MonitorsPage() {
  const { rights } = useSession()
  const [open, setOpen] = useState<OpenDialog>()
  const monitors = useResource('monitors', loadMonitors, { intervalMs: freshMs })
  const control = useAction({ notifiesErrors: true })
  const removal = useAction()
  const close = () => setOpen(undefined)

  async function toggle(monitor: TransferMonitor) {
    const isStarted = monitor.state === 'started'
    const done = isStarted ? t('Monitor stopped') : t('Monitor started')
    const [verb, label] = isStarted ? (['stop', t('Stop')] as const) : (['start', t('Start')] as const)
    await control.run(() => controlMonitor(monitor, verb), done, monitor.name, label)
    monitors.reload()
  }

  async function remove(monitor: TransferMonitor) {
    if (!(await removal.run(() => deleteMonitor(monitor), t('Monitor deleted'), monitor.name))) return
    close()
    monitors.reload()
  }

  return (
    <>
      <ManagerPageHeader title={transferSectionTitles.monitors}>
        {rights.changeTransfers && (
          <Button size="md" renderIcon={Add} onClick={() => setOpen({ to: 'create' })}>
            {t('Create')}
          </Button>
        )}
      </ManagerPageHeader>
      <ResourceTable
        resource={monitors}
        label={transferSectionTitles.monitors}
        titles={[t('Name'), t('State'), t('Agent'), t('Folder or queue'), t('Trigger'), t('Polls')]}
        actions
        empty={{
          icon: FolderDetailsReference,
          title: t('There are no monitors yet'),
          text: t('A monitor polls a folder or a queue, and starts a transfer for what it finds.'),
        }}
        renderRow={(monitor) => (
          <TableRow key={`${monitor.agentName}/${monitor.name}`}>
            <TableCell>
              <button type="button" className="messages__open" onClick={() => setOpen({ to: 'history', monitor })}>
                {monitor.name}
              </button>
            </TableCell>
            <TableCell>
              <StateTag states={monitorStates} state={monitor.state} />
            </TableCell>
            <TableCell>{monitor.agentName}</TableCell>
            <TableCell>{monitor.resource.name}</TableCell>
            <TableCell>{describeTrigger(monitor)}</TableCell>
            <TableCell>{describePolling(monitor.general)}</TableCell>
            <TableCell className="list__menu">
              {rights.changeTransfers && (
                <>
                  <ToolbarButton
                    label={
                      monitor.state === 'started'
                        ? t('Stop {name}', { name: monitor.name })
                        : t('Start {name}', { name: monitor.name })
                    }
                    icon={monitor.state === 'started' ? StopFilledAlt : Play}
                    busy={control.busy}
                    onClick={() => void toggle(monitor)}
                  />
                  <ToolbarButton
                    label={t('Delete {name}', { name: monitor.name })}
                    icon={TrashCan}
                    onClick={() => setOpen({ to: 'delete', monitor })}
                  />
                </>
              )}
            </TableCell>
          </TableRow>
        )}
      />
      {open?.to === 'create' && <MonitorDialog created={monitors.reload} close={close} />}
      {open?.to === 'history' && <MonitorHistoryDialog monitor={open.monitor} close={close} />}
      {open?.to === 'delete' && (
        <ConfirmDialog
          title={t('Delete {name}', { name: open.monitor.name })}
          action={t('Delete')}
          busy={removal.busy}
          problem={removal.problem}
          confirm={() => void remove(open.monitor)}
          close={close}
        >
          <p className="dialog__text">{t('It starts no more transfers. Those that run go on.')}</p>
        </ConfirmDialog>
      )}
    </>
  )
}

function describeTrigger({ triggerCondition: { type, includePattern } }: TransferMonitor): string {
  return includePattern ? `${triggerTexts[type]}: ${includePattern}` : triggerTexts[type]
}
