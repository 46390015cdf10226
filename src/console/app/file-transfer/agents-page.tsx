/** The page of agents: their states, and start and stop for the agents of this data folder. */
import { TableCell, TableRow } from '@carbon/react'
import { Bot, Play, StopFilledAlt } from '@carbon/react/icons'
import { useState } from 'react'

import { ConfirmDialog } from '../../../ui/feedback/confirm-dialog.tsx'
import { useAction } from '../../../ui/feedback/use-action.ts'
import { useResource } from '../../../ui/feedback/use-resource.ts'
import { ToolbarButton } from '../../../ui/table/toolbar-button.tsx'
import { formatDateTime } from '../../../ui/text/format.ts'
import { t } from '../../../ui/text/t.ts'
import { controlAgent, loadAgents, type TransferAgent } from '../api/transfer-agents.ts'
import { useSession } from '../session/session.tsx'
import { ManagerPageHeader } from '../shell/manager-page-header.tsx'
import { transferSectionTitles } from '../shell/page-titles.ts'
import { ResourceTable } from '../table/resource-table.tsx'
import { StateTag } from './state-tag.tsx'
import { agentStates } from './transfer-texts.ts'

const freshMs = 5000

export default function AgentsPage() {
  const { rights } = useSession()
  const [stopping, setStopping] = useState<string>()
  const agents = useResource('agents', loadAgents, { intervalMs: freshMs })
  const starting = useAction({ notifiesErrors: true })
  const stop = useAction()

  async function startAgent(name: string) {
    await starting.run(() => controlAgent(name, 'start'), t('Agent started'), name, t('Start'))
    agents.reload()
  }

  async function stopAgent(name: string) {
    if (!(await stop.run(() => controlAgent(name, 'stop'), t('Agent stopped'), name))) return
    setStopping(undefined)
    agents.reload()
  }

  return (
    <>
      <ManagerPageHeader title={transferSectionTitles.agents} />
      <ResourceTable
        resource={agents}
        label={transferSectionTitles.agents}
        titles={[...[t('Name'), t('State'), t('Queue manager'), t('Host'), t('Description')], t('Status of')]}
        actions={rights.changeTransfers}
        empty={{
          icon: Bot,
          title: t('There are no agents yet'),
          text: t('Create one with the command fteCreateAgent, and start it with fteStartAgent.'),
        }}
        renderRow={(agent) => (
          <TableRow key={agent.name}>
            <TableCell>{agent.name}</TableCell>
            <TableCell>
              <StateTag states={agentStates} state={agent.state} />
            </TableCell>
            <TableCell>{agent.qmgrConnection.qmgrName}</TableCell>
            <TableCell>{agent.general.hostName}</TableCell>
            <TableCell>{agent.general.description}</TableCell>
            <TableCell>{formatDateTime(agent.general.statusPublishTime)}</TableCell>
            {rights.changeTransfers && (
              <TableCell className="list__menu">
                {mayStart(agent) ? (
                  <ToolbarButton
                    label={t('Start {name}', { name: agent.name })}
                    icon={Play}
                    busy={starting.busy}
                    onClick={() => void startAgent(agent.name)}
                  />
                ) : (
                  <ToolbarButton
                    label={t('Stop {name}', { name: agent.name })}
                    icon={StopFilledAlt}
                    onClick={() => setStopping(agent.name)}
                  />
                )}
              </TableCell>
            )}
          </TableRow>
        )}
      />
      {stopping !== undefined && (
        <ConfirmDialog
          title={t('Stop {name}', { name: stopping })}
          action={t('Stop')}
          busy={stop.busy}
          problem={stop.problem}
          confirm={() => void stopAgent(stopping)}
          close={() => setStopping(undefined)}
        >
          <p className="dialog__text">{t('Its transfers continue when it starts again.')}</p>
        </ConfirmDialog>
      )}
    </>
  )
}

function mayStart({ state }: TransferAgent): boolean {
  return state === 'stopped' || state === 'unreachable'
}
