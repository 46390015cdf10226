/** The page of remote queue managers: how this queue manager reaches each, its remote queues, and routes. */
import { TableCell, TableRow, TextInput } from '@carbon/react'
import { Network_3 } from '@carbon/react/icons'
import { type FormEvent, useState } from 'react'
import { ActionButton } from '../../../ui/feedback/action-button.tsx'
import { EmptyState } from '../../../ui/feedback/empty-state.tsx'
import { ErrorNotice } from '../../../ui/feedback/error-notice.tsx'
import { literalInput } from '../../../ui/feedback/literal-input.ts'
import { LoadingIndicator } from '../../../ui/feedback/loading-indicator.tsx'
import { useAction } from '../../../ui/feedback/use-action.ts'
import { useFieldErrors } from '../../../ui/feedback/use-field-errors.ts'
import { useResource } from '../../../ui/feedback/use-resource.ts'
import { t } from '../../../ui/text/t.ts'
import {
  findRoute,
  loadRemoteManagers,
  type RemoteDefinition,
  type RemoteManager,
  type RouteStep,
} from '../api/remote-managers.ts'
import { buildObjectLink } from '../routing/page-route.ts'
import { ManagerPageHeader } from '../shell/manager-page-header.tsx'
import { sectionTitles } from '../shell/page-titles.ts'
import { SimpleTable } from '../table/simple-table.tsx'
import { describeStep, describeTransmission } from './route-texts.ts'

const freshMs = 10_000

export default function RemoteManagersPage({ manager }: { manager: string }) {
  const { value, problem, reload } = useResource(`${manager}/remote`, (signal) => loadRemoteManagers(manager, signal), {
    intervalMs: freshMs,
  })

  return (
    <>
      <ManagerPageHeader manager={manager} title={sectionTitles['remote-managers']} />
      {problem && <ErrorNotice text={problem} again={reload} />}
      {!value && !problem && <LoadingIndicator />}
      {value?.manager.length === 0 && (
        <EmptyState
          icon={Network_3}
          title={t('This queue manager reaches no other one')}
          text={t('Define a transmission queue with the name of a queue manager, and a sender channel for it.')}
        />
      )}
      {value && value.manager.length > 0 && <ManagerTable gateway={manager} managers={value.manager} />}
      {value && value.definition.length > 0 && <DefinitionTable manager={manager} definitions={value.definition} />}
      {value && <RouteFinder manager={manager} />}
    </>
  )
}

function ManagerTable({ gateway, managers }: { gateway: string; managers: readonly RemoteManager[] }) {
  return (
    <SimpleTable label={sectionTitles['remote-managers']} titles={[t('Name'), t('Route')]} actions>
      {managers.map((each) => (
        <TableRow key={each.name}>
          <TableCell>{each.name}</TableCell>
          <TableCell>{describeTransmission(each)}</TableCell>
          <TableCell className="list__menu">
            <a className="cds--link" href={buildObjectLink(gateway, 'remote-managers', each.name)}>
              {t('Administer {name}', { name: each.name })}
            </a>
          </TableCell>
        </TableRow>
      ))}
    </SimpleTable>
  )
}

interface DefinitionTableProps {
  manager: string
  definitions: readonly RemoteDefinition[]
}

function DefinitionTable({ manager, definitions }: DefinitionTableProps) {
  const label = t('Remote queue definitions')
  return (
    <SimpleTable
      label={label}
      title={label}
      titles={[t('Name'), t('Queue'), t('Queue manager'), t('Transmission queue'), t('Description')]}
    >
      {definitions.map((each) => (
        <TableRow key={each.name}>
          <TableCell>
            <a className="cds--link" href={buildObjectLink(manager, 'queues', each.name, 'properties')}>
              {each.name}
            </a>
          </TableCell>
          <TableCell>{each.queue}</TableCell>
          <TableCell>{each.manager}</TableCell>
          <TableCell>{each.transmissionQueue || t('none')}</TableCell>
          <TableCell>{each.description}</TableCell>
        </TableRow>
      ))}
    </SimpleTable>
  )
}

/** A form that shows where a message for a queue goes. */
function RouteFinder({ manager }: { manager: string }) {
  const [queue, setQueue] = useState('')
  const [queueManager, setQueueManager] = useState('')
  const [steps, setSteps] = useState<readonly RouteStep[]>()
  const { busy, problem, run } = useAction()
  const errors = useFieldErrors([
    { id: 'route-queue', missing: queue === '' ? t('Enter the name of a queue.') : undefined },
  ])

  function submit(event: FormEvent) {
    event.preventDefault()
    if (!errors.check()) return
    void run(async () => setSteps(await findRoute(manager, { queue, queueManager })))
  }

  return (
    <section className="group" aria-label={t('Where does a message go?')}>
      <h2 className="group__title">{t('Where does a message go?')}</h2>
      <form className="form" onSubmit={submit} noValidate>
        <div className="fields">
          <TextInput
            id="route-queue"
            labelText={t('Queue')}
            value={queue}
            {...errors.of('route-queue')}
            {...literalInput}
            onChange={(event) => setQueue(event.target.value.trim())}
          />
          <TextInput
            id="route-manager"
            labelText={t('Queue manager')}
            helperText={t('Empty when the application names none.')}
            value={queueManager}
            {...literalInput}
            onChange={(event) => setQueueManager(event.target.value.trim())}
          />
        </div>
        <div>
          <ActionButton type="submit" size="md" kind="tertiary" busy={busy}>
            {t('Find the route')}
          </ActionButton>
        </div>
      </form>
      {problem && <ErrorNotice text={problem} />}
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
    </section>
  )
}
