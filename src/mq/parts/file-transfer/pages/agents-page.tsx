/** The page of agents: their states, and start and stop for the agents of this data folder. */
import { Bot, Play, StopFilledAlt } from '@carbon/react/icons'
import { useResource } from '../../../../shared/ui/feedback/use-resource.ts'
import { StateTag } from '../../../../shared/ui/shell/state-tag.tsx'
import { ResourceTable } from '../../../../shared/ui/table/resource-table.tsx'
import { RelativeTime } from '../../../../shared/ui/text/relative-time.tsx'
import { t } from '../../../../shared/ui/text/t.ts'
import { transferSectionTitles } from '../../console/kit/routing/page-route.ts'
import { useSession } from '../../console/kit/session/session.tsx'
import { ManagerPageHeader } from '../../console/kit/shell/manager-page-header.tsx'
import { loadAgents, request } from './load-transfers.ts'
import { agentStates } from './transfer-texts.ts'

export default function AgentsPage() {
  const { rights } = useSession()
  const agents = useResource('agents', loadAgents, { intervalMs: 5000 })
  return (
    <>
      <ManagerPageHeader title={transferSectionTitles.agents} />
      <ResourceTable
        resource={agents}
        label={transferSectionTitles.agents}
        keyOf={({ name }) => name}
        columns={[
          [t('Name'), ({ name }) => name],
          [t('State'), ({ state }) => <StateTag states={agentStates} state={state} />],
          [t('Queue manager'), ({ qmgrConnection }) => qmgrConnection.qmgrName],
          [t('Host'), ({ general }) => general.hostName],
          [t('Description'), ({ general }) => general.description],
          [t('Last status'), ({ general }) => <RelativeTime at={general.statusPublishTime} />],
        ]}
        actions={
          rights.changeTransfers &&
          (({ name, state }) => [
            state === 'stopped' || state === 'unreachable'
              ? {
                  label: t('Start {name}', { name }),
                  icon: Play,
                  title: t('Start'),
                  run: () => request('POST /mft/agent/:agent/start', { agent: name }, {}),
                  done: t('Agent started'),
                  about: name,
                }
              : {
                  label: t('Stop {name}', { name }),
                  icon: StopFilledAlt,
                  title: t('Stop'),
                  question: t('Its transfers continue when it starts again.'),
                  run: () => request('POST /mft/agent/:agent/stop', { agent: name }, {}),
                  done: t('Agent stopped'),
                  about: name,
                },
          ])
        }
        empty={{
          icon: Bot,
          title: t('There are no agents yet'),
          text: t('Create one with the command fteCreateAgent, and start it with fteStartAgent.'),
        }}
      />
    </>
  )
}
