/** The page of agents: their states, and start and stop for the agents of this data folder. */
import '../styles/work.scss'
import { Bot, Play, StopFilledAlt } from '@carbon/react/icons'
import { useState } from 'react'
import { ToolbarButton } from '../../../ui/feedback/action-button.tsx'
import { ConfirmDialog } from '../../../ui/feedback/action-dialog.tsx'
import { Loaded } from '../../../ui/feedback/loaded.tsx'
import { useAction } from '../../../ui/feedback/use-action.ts'
import { useResource } from '../../../ui/feedback/use-resource.ts'
import { StateTag } from '../../../ui/shell/state-tag.tsx'
import { DataTable } from '../../../ui/table/data-table.tsx'
import { formatDateTime } from '../../../ui/text/format.ts'
import { t } from '../../../ui/text/t.ts'
import { request } from '../api/client.ts'
import { loadAgents } from '../api/file-transfer.ts'
import { useSession } from '../session/session.tsx'
import { ManagerPageHeader } from '../shell/manager-page-header.tsx'
import { transferSectionTitles } from '../shell/page-titles.ts'
import { agentStates } from './transfer-texts.ts'

const freshMs = 5000

export default function AgentsPage() {
  const { rights } = useSession()
  const [stopping, setStopping] = useState<string>()
  const agents = useResource('agents', loadAgents, { intervalMs: freshMs })
  const starting = useAction({ notifiesErrors: true })

  async function startAgent(agent: string) {
    const start = () => request('POST /mft/agent/:agent/start', { agent }, {})
    await starting.run(start, t('Agent started'), agent, t('Start'))
    agents.reload()
  }

  return (
    <>
      <ManagerPageHeader title={transferSectionTitles.agents} />
      <Loaded resource={agents}>
        {(value) => (
          <DataTable
            label={transferSectionTitles.agents}
            rows={value}
            keyOf={({ name }) => name}
            columns={[
              [t('Name'), ({ name }) => name],
              [t('State'), ({ state }) => <StateTag states={agentStates} state={state} />],
              [t('Queue manager'), ({ qmgrConnection }) => qmgrConnection.qmgrName],
              [t('Host'), ({ general }) => general.hostName],
              [t('Description'), ({ general }) => general.description],
              [t('Status of'), ({ general }) => formatDateTime(general.statusPublishTime)],
            ]}
            actions={
              rights.changeTransfers &&
              (({ name, state }) =>
                state === 'stopped' || state === 'unreachable' ? (
                  <ToolbarButton
                    label={t('Start {name}', { name })}
                    icon={Play}
                    busy={starting.busy}
                    onClick={() => void startAgent(name)}
                  />
                ) : (
                  <ToolbarButton
                    label={t('Stop {name}', { name })}
                    icon={StopFilledAlt}
                    onClick={() => setStopping(name)}
                  />
                ))
            }
            empty={{
              icon: Bot,
              title: t('There are no agents yet'),
              text: t('Create one with the command fteCreateAgent, and start it with fteStartAgent.'),
            }}
          />
        )}
      </Loaded>
      {stopping !== undefined && (
        <ConfirmDialog
          title={t('Stop {name}', { name: stopping })}
          action={t('Stop')}
          text={t('Its transfers continue when it starts again.')}
          run={() => request('POST /mft/agent/:agent/stop', { agent: stopping }, {})}
          done={t('Agent stopped')}
          about={stopping}
          succeeded={agents.reload}
          close={() => setStopping(undefined)}
        />
      )}
    </>
  )
}
