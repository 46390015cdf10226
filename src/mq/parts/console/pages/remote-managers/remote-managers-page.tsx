/** The page of remote queue managers: how this queue manager reaches each, its remote queues, and routes. */
import { Layer, Link } from '@carbon/react'
import { Network_3 } from '@carbon/react/icons'
import { useState } from 'react'
import { Loaded } from '../../../../../shared/ui/feedback/loaded.tsx'
import { useResource } from '../../../../../shared/ui/feedback/use-resource.ts'
import { FormPanel } from '../../../../../shared/ui/forms/form-panel.tsx'
import { useForm } from '../../../../../shared/ui/forms/use-form.ts'
import { Group } from '../../../../../shared/ui/shell/group.tsx'
import { DataTable } from '../../../../../shared/ui/table/data-table.tsx'
import { t } from '../../../../../shared/ui/text/t.ts'
import type { RemoteDefinition, RemoteManager, RouteStep, TransmissionRoute } from '../../contract/objects.ts'
import { request } from '../../kit/api/client.ts'
import { loadObjectNames } from '../../kit/api/object-names.ts'
import { buildObjectLink, sectionTitles } from '../../kit/routing/page-route.ts'
import { ManagerPageHeader } from '../../kit/shell/manager-page-header.tsx'
import { findChannelStatusText } from '../screens/channel-texts.ts'
import { ConnectButton } from './connect-button.tsx'

export default function RemoteManagersPage({ manager }: { manager: string }) {
  const load = (signal: AbortSignal) => request('GET /qmgr/:qmgr/remote', { qmgr: manager }, { signal })
  const remote = useResource(`${manager}/remote`, load, { intervalMs: 10_000 })

  return (
    <>
      <ManagerPageHeader manager={manager} title={sectionTitles['remote-managers']}>
        <ConnectButton manager={manager} size="md" />
      </ManagerPageHeader>
      <Loaded resource={remote}>
        {(value) => (
          <>
            <ManagerTable gateway={manager} managers={value.manager} />
            {value.definition.length > 0 && <DefinitionTable manager={manager} definitions={value.definition} />}
            <Layer>
              <RouteFinder manager={manager} />
            </Layer>
          </>
        )}
      </Loaded>
    </>
  )
}

function ManagerTable({ gateway, managers }: { gateway: string; managers: readonly RemoteManager[] }) {
  return (
    <DataTable
      label={sectionTitles['remote-managers']}
      rows={managers}
      keyOf={({ name }) => name}
      columns={[
        [t('Name'), ({ name }) => name],
        [t('Route'), describeTransmission],
      ]}
      actions={({ name }) => (
        <Link href={buildObjectLink(gateway, 'remote-managers', name)}>{t('Administer {name}', { name })}</Link>
      )}
      empty={{
        icon: Network_3,
        title: t('This queue manager reaches no other one'),
        text: t('Connect to another queue manager: that defines a transmission queue and a sender channel.'),
      }}
    />
  )
}

type DefinitionTableProps = { manager: string; definitions: readonly RemoteDefinition[] }

function DefinitionTable({ manager, definitions }: DefinitionTableProps) {
  return (
    <DataTable
      label={t('Remote queue definitions')}
      title={t('Remote queue definitions')}
      rows={definitions}
      keyOf={({ name }) => name}
      columns={[
        [t('Name'), ({ name }) => <Link href={buildObjectLink(manager, 'queues', name, 'properties')}>{name}</Link>],
        [t('Queue'), ({ queue }) => queue],
        [t('Queue manager'), (each) => each.manager],
        [t('Transmission queue'), ({ transmissionQueue }) => transmissionQueue || t('none')],
        [t('Description'), ({ description }) => description],
      ]}
    />
  )
}

/** A form that shows where a message for a queue goes. */
function RouteFinder({ manager }: { manager: string }) {
  const [steps, setSteps] = useState<readonly RouteStep[]>()
  const form = useForm('route', { queue: '', manager: '' }, () => [
    [
      {
        name: 'queue',
        label: t('Queue'),
        kind: 'name',
        required: t('Enter the name of a queue.'),
        loadNames: () => loadObjectNames(manager, 'queue'),
      },
      {
        name: 'manager',
        label: t('Queue manager'),
        kind: 'name',
        help: t('Empty when the application names none.'),
        loadNames: () => loadObjectNames(manager, 'manager'),
      },
    ],
  ])

  async function find() {
    const query = { queue: form.draft.queue, queueManager: form.draft.manager || undefined }
    setSteps((await request('GET /qmgr/:qmgr/route', { qmgr: manager }, { query })).step)
  }

  return (
    <Group title={t('Where does a message go?')} className="panel list">
      <FormPanel form={form} action={t('Find the route')} size="md" kind="tertiary" run={find} />
      <div role="status">
        {steps && (
          <ol className="route">
            {steps.map((step) => (
              <li key={JSON.stringify(step)} className={`route__step route__step--${step.kind}`}>
                {describeStep(step)}
              </li>
            ))}
          </ol>
        )}
      </div>
    </Group>
  )
}

/** Returns a step in words: `The alias INBOX stands for ORDERS.` */
function describeStep(step: RouteStep): string {
  switch (step.kind) {
    case 'alias':
      return t('The alias {name} stands for {target}.', step)
    case 'managerAlias':
      return t('The queue manager alias {name} stands for the queue manager {target}.', step)
    case 'remote':
      return t('The remote definition {name} stands for {queue} on {manager}.', step)
    case 'local':
      return t('The message stays here, on the local queue {name}.', step)
    case 'topic':
      return t('The message is published to the topic {name}.', step)
    case 'transmission':
      return t('The message goes to {queue} on {manager}: {route}.', { ...step, route: describeTransmission(step) })
    case 'problem':
      return problems[step.problem]?.(step.name) ?? step.problem
  }
}

const problems: Readonly<Record<string, (name: string) => string>> = {
  unknownQueue: (name) => t('There is no queue {name}, or you may not display it.', { name }),
  modelQueue: (name) => t('{name} is a model queue, which holds no messages.', { name }),
  aliasOfAlias: (name) => t('{name} is an alias as well: an alias cannot stand for another one.', { name }),
  noRemoteName: (name) => t('{name} names no queue, only a queue manager.', { name }),
  noTransmissionQueue: (name) =>
    t('There is no transmission queue {name}, and no default transmission queue.', { name }),
  wrongTransmissionQueue: (name) => t('{name} is not a transmission queue.', { name }),
}

/** Returns a transmission queue with its channels: `QM2 (3 messages), channel QM1.QM2: Running`. */
function describeTransmission({ transmissionQueue, depth, channels }: TransmissionRoute): string {
  if (depth === undefined)
    return transmissionQueue === ''
      ? t('No transmission queue')
      : t('Transmission queue {transmissionQueue}, which does not exist', { transmissionQueue })
  const queue = t('Transmission queue {transmissionQueue} ({depth, plural, one {# message} other {# messages}})', {
    transmissionQueue,
    depth,
  })
  if (!channels || channels.length === 0) return t('{queue}, which no channel empties', { queue })
  const list = channels.map(({ name, status, connectionName }) =>
    t('channel {name} to {connectionName}: {status}', { name, connectionName, status: findChannelStatusText(status) }),
  )
  return [queue, ...list].join(', ')
}
