/** The first steps of a new installation, with marks at those that are done. */
import type { ReactNode } from 'react'
import { useResource } from '../../../../../shared/ui/feedback/use-resource.ts'
import { useLocalPreference } from '../../../../../shared/ui/preferences/local-preferences.ts'
import { buildHashLink } from '../../../../../shared/ui/routing/hash-path.ts'
import { buildCreateLink } from '../../../../../shared/ui/routing/hash-query.ts'
import { Group } from '../../../../../shared/ui/shell/group.tsx'
import { t } from '../../../../../shared/ui/text/t.ts'
import type { ManagerHealth } from '../../contract/managers.ts'
import { request } from '../../kit/api/client.ts'
import { buildManagerLink, buildObjectLink } from '../../kit/routing/page-route.ts'
import { useSession } from '../../kit/session/session.tsx'

interface FirstStepsProps {
  /** The only queue manager; undefined while there is none. */
  manager: ManagerHealth | undefined
  /** What follows the steps on the page; it appears with them, so that nothing moves. */
  children: ReactNode
}

export function FirstSteps({ manager, children }: FirstStepsProps) {
  const { rights } = useSession()
  const [isHidden, hide] = useLocalPreference('first-steps-hidden', false)
  const { value: found, problem } = useResource(`${manager?.name}`, (signal) => loadFindings(manager?.name, signal), {
    intervalMs: 10_000,
  })
  const steps = listSteps(manager, found)
  const next = steps.find(({ isDone }) => !isDone)

  if (!manager && !rights.manage) return <p className="quiet">{t('There is no queue manager yet.')}</p>
  if (isHidden || problem || !rights.change || rights.restricted) return children
  if (!found) return null
  return (
    <>
      <div className="columns">
        <Group title={t('First steps')} className="panel">
          <ol>
            {steps.map((step) => (
              <li key={step.title} className="panel__row">
                {/* The looks of Carbon's buttons without their code, because the first view loads this file. */}
                {step === next ? (
                  <a className="cds--btn cds--btn--sm cds--layout--size-sm cds--btn--primary" href={step.to}>
                    {step.title}
                  </a>
                ) : (
                  <span>{step.title}</span>
                )}
                {step.isDone && (
                  <span className="cds--tag cds--tag--green cds--layout--size-md">
                    <span className="cds--tag__label">{t('done')}</span>
                  </span>
                )}
              </li>
            ))}
          </ol>
          <button
            type="button"
            className="cds--btn cds--btn--sm cds--layout--size-sm cds--btn--ghost"
            onClick={() => hide(true)}
          >
            {t('Hide the first steps')}
          </button>
        </Group>
      </div>
      {children}
    </>
  )
}

/** What the queue manager has, but for objects of the product. */
type Findings = { queue: string | undefined; hasAppChannel: boolean }

async function loadFindings(manager: string | undefined, signal: AbortSignal): Promise<Findings> {
  if (manager === undefined) return { queue: undefined, hasAppChannel: false }
  const load = async (qualifier: string, attributes: string) => {
    const path = { qmgr: manager, qualifier }
    const { rows } = await request('GET /qmgr/:qmgr/objects/:qualifier', path, { query: { attributes }, signal })
    return rows.filter(([name]) => !String(name).startsWith('SYSTEM.'))
  }
  const [queues, channels] = await Promise.all([load('queue', 'usage'), load('channel', 'chltype')])
  const [queue] = queues.find(([, usage]) => usage === 'NORMAL') ?? []
  return {
    queue: queue === undefined ? undefined : String(queue),
    hasAppChannel: channels.some(([, type]) => type === 'SVRCONN' || type === 'AMQP'),
  }
}

/** A message counts as well when it was put and taken in the last hour. */
function listSteps(manager: ManagerHealth | undefined, { queue, hasAppChannel = false }: Partial<Findings> = {}) {
  const { name = '', messages = 0, rates } = manager ?? {}
  const hasMessage = messages > 0 || (rates?.puts.some((value) => (value ?? 0) > 0) ?? false)
  return [
    { title: t('Create a queue manager'), isDone: name !== '', to: buildCreateLink(buildHashLink('qmgr')) },
    { title: t('Create a queue'), isDone: queue !== undefined, to: buildCreateLink(buildManagerLink(name, 'queues')) },
    { title: t('Put a message'), isDone: hasMessage, to: buildObjectLink(name, 'queues', queue ?? '', 'messages') },
    {
      title: t('Create a channel for applications'),
      isDone: hasAppChannel,
      to: buildCreateLink(buildManagerLink(name, 'app-channels')),
    },
  ]
}
