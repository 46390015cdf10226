/** The page of remote queue managers: how this queue manager reaches each, its remote queues, and routes. */
import '../styles/work.scss'
import { Network_3 } from '@carbon/react/icons'
import { useState } from 'react'
import type { RemoteDefinition, RemoteManager, RouteStep } from '../../../contract/console/objects.ts'
import { Loaded } from '../../../ui/feedback/loaded.tsx'
import { useResource } from '../../../ui/feedback/use-resource.ts'
import { FormPanel } from '../../../ui/forms/form-panel.tsx'
import { useForm } from '../../../ui/forms/use-form.ts'
import { Group } from '../../../ui/shell/group.tsx'
import { DataTable } from '../../../ui/table/data-table.tsx'
import { t } from '../../../ui/text/t.ts'
import { request } from '../api/client.ts'
import { buildObjectLink, sectionTitles } from '../routing/page-route.ts'
import { ManagerPageHeader } from '../shell/manager-page-header.tsx'
import { describeStep, describeTransmission } from './route-texts.ts'

const freshMs = 10_000

export default function RemoteManagersPage({ manager }: { manager: string }) {
  const load = (signal: AbortSignal) => request('GET /qmgr/:qmgr/remote', { qmgr: manager }, { signal })
  const remote = useResource(`${manager}/remote`, load, { intervalMs: freshMs })

  return (
    <>
      <ManagerPageHeader manager={manager} title={sectionTitles['remote-managers']} />
      <Loaded resource={remote}>
        {(value) => (
          <>
            <ManagerTable gateway={manager} managers={value.manager} />
            {value.definition.length > 0 && <DefinitionTable manager={manager} definitions={value.definition} />}
            <RouteFinder manager={manager} />
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
        <a className="cds--link" href={buildObjectLink(gateway, 'remote-managers', name)}>
          {t('Administer {name}', { name })}
        </a>
      )}
      empty={{
        icon: Network_3,
        title: t('This queue manager reaches no other one'),
        text: t('Define a transmission queue with the name of a queue manager, and a sender channel for it.'),
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
        [
          t('Name'),
          ({ name }) => (
            <a className="cds--link" href={buildObjectLink(manager, 'queues', name, 'properties')}>
              {name}
            </a>
          ),
        ],
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
      { name: 'queue', label: t('Queue'), kind: 'name', required: t('Enter the name of a queue.') },
      { name: 'manager', label: t('Queue manager'), kind: 'name', help: t('Empty when the application names none.') },
    ],
  ])

  async function find() {
    const query = { queue: form.draft.queue, queueManager: form.draft.manager || undefined }
    setSteps((await request('GET /qmgr/:qmgr/route', { qmgr: manager }, { query })).step)
  }

  return (
    <Group title={t('Where does a message go?')}>
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
