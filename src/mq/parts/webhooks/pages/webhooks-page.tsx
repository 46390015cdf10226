/** The page of webhooks of a queue manager, and of the last deliveries of one. */
import { Pause, Play, TrashCan, Webhook as WebhookIcon } from '@carbon/react/icons'
import type { BodyTypes } from '../../../../shared/rest/resource.ts'
import { createResourceClient } from '../../../../shared/ui/api/resource-client.ts'
import { useResource } from '../../../../shared/ui/feedback/use-resource.ts'
import { StateTag, type StateWords } from '../../../../shared/ui/shell/state-tag.tsx'
import { ResourceTable, type TableAction } from '../../../../shared/ui/table/resource-table.tsx'
import { formatDateTime } from '../../../../shared/ui/text/format.ts'
import { RelativeTime } from '../../../../shared/ui/text/relative-time.tsx'
import { t } from '../../../../shared/ui/text/t.ts'
import { client } from '../../console/kit/api/client.ts'
import {
  buildManagerLink,
  buildObjectLink,
  type PageRoute,
  sectionTitles,
} from '../../console/kit/routing/page-route.ts'
import { useSession } from '../../console/kit/session/session.tsx'
import { ManagerPageHeader } from '../../console/kit/shell/manager-page-header.tsx'
import type { WebhookAttempt, WebhookView, webhookResources } from '../contract/webhooks.ts'

const request = createResourceClient<BodyTypes<typeof webhookResources>>(client)

const freshMs = 5_000

const webhookStates: StateWords = {
  active: [t('Active'), 'green'],
  paused: [t('Paused'), 'gray'],
  problem: [t('Takes no messages'), 'red'],
}

const outcomes: Readonly<Record<WebhookAttempt['outcome'], StateWords[string]>> = {
  delivered: [t('Delivered'), 'green'],
  retry: [t('Failed'), 'magenta'],
  setAside: [t('Set aside'), 'red'],
}

export default function WebhooksPage({ route }: { route: Extract<PageRoute, { manager: string }> }) {
  const { manager } = route
  if (route.page === 'object') return <DeliveriesPage key={route.name} manager={manager} webhook={route.name} />
  return <WebhookList manager={manager} />
}

function WebhookList({ manager }: { manager: string }) {
  const { rights } = useSession()
  const load = async (signal: AbortSignal) =>
    (await request('GET /qmgr/:qmgr/webhook', { qmgr: manager }, { signal })).webhooks
  const webhooks = useResource(`${manager}/webhooks`, load, { intervalMs: freshMs })
  return (
    <>
      <ManagerPageHeader manager={manager} title={sectionTitles.webhooks} />
      <ResourceTable
        resource={webhooks}
        label={sectionTitles.webhooks}
        keyOf={({ id }) => id}
        columns={[
          [t('URL'), ({ url }) => url],
          [t('Queue or topic'), ({ queue, topic }) => queue ?? topic],
          [t('State'), ({ problem, paused }) => <StateTag states={webhookStates} state={findState(problem, paused)} />],
          [t('Delivered'), ({ delivered }) => delivered],
          [t('Failed attempts'), ({ failed }) => failed],
          [t('Set aside'), (each) => each.setAside],
          [t('Created by'), ({ user, client }) => (client ? `${user}, ${client}` : user)],
          [t('Problem'), ({ problem }) => problem],
        ]}
        actions={(webhook) => [
          {
            label: t('Deliveries to {url}', { url: webhook.url }),
            title: t('Deliveries'),
            href: buildObjectLink(manager, 'webhooks', webhook.id),
          },
          ...(rights.change ? listChanges(manager, webhook) : []),
        ]}
        empty={{
          icon: WebhookIcon,
          title: t('There are no webhooks yet'),
          text: t('Applications create them with POST …/webhook of the messaging REST API.'),
        }}
      />
    </>
  )
}

/** Pauses, continues and deletes a webhook. */
function listChanges(qmgr: string, { id: webhook, url, paused }: WebhookView): readonly TableAction[] {
  const change = { body: { paused: !paused } }
  return [
    {
      label: paused ? t('Continue {name}', { name: url }) : t('Pause {name}', { name: url }),
      icon: paused ? Play : Pause,
      title: t('Change'),
      run: () => request('PATCH /qmgr/:qmgr/webhook/:webhook', { qmgr, webhook }, change),
      done: paused ? t('Webhook continues') : t('Webhook paused'),
      about: url,
    },
    {
      label: t('Delete {name}', { name: url }),
      icon: TrashCan,
      title: t('Delete'),
      question: t('Messages that were not delivered stay on their queue. Those of a topic are removed.'),
      run: () => request('DELETE /qmgr/:qmgr/webhook/:webhook', { qmgr, webhook }, {}),
      done: t('Webhook deleted'),
      about: url,
    },
  ]
}

function findState(problem: string | undefined, paused: boolean): string {
  if (paused) return 'paused'
  return problem === undefined ? 'active' : 'problem'
}

function DeliveriesPage({ manager, webhook }: { manager: string; webhook: string }) {
  const params = { qmgr: manager, webhook }
  const load = async (signal: AbortSignal) =>
    (await request('GET /qmgr/:qmgr/webhook/:webhook/delivery', params, { signal })).deliveries
  const deliveries = useResource(`${manager}/webhooks/${webhook}`, load, { intervalMs: freshMs })
  return (
    <>
      <ManagerPageHeader
        manager={manager}
        list={[sectionTitles.webhooks, buildManagerLink(manager, 'webhooks')]}
        title={t('Last deliveries')}
      />
      <ResourceTable
        resource={deliveries}
        label={t('Last deliveries')}
        keyOf={({ messageId, attempt, at }) => `${messageId}/${attempt}/${at}`}
        columns={[
          [t('Time'), ({ at }) => <RelativeTime at={at} />],
          [t('Message id'), ({ messageId }) => messageId],
          [t('Attempt'), ({ attempt }) => attempt],
          [t('Result'), ({ outcome }) => <StateTag states={outcomes} state={outcome} />],
          [t('Response'), ({ status, error }) => error ?? status],
          [t('Milliseconds'), ({ durationMs }) => durationMs],
          [t('Next attempt'), ({ nextAt }) => nextAt && formatDateTime(nextAt)],
        ]}
        empty={t('No message was delivered since the server started.')}
      />
    </>
  )
}
