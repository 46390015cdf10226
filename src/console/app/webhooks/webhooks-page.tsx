/** The page of webhooks of a queue manager, and of the last deliveries of one. */
import '../styles/work.scss'
import { Pause, Play, TrashCan, Webhook as WebhookIcon } from '@carbon/react/icons'
import { useState } from 'react'
import type { WebhookAttempt, WebhookView } from '../../../contract/console/webhooks.ts'
import { ToolbarButton } from '../../../ui/feedback/action-button.tsx'
import { ConfirmDialog } from '../../../ui/feedback/action-dialog.tsx'
import { Loaded } from '../../../ui/feedback/loaded.tsx'
import { useAction } from '../../../ui/feedback/use-action.ts'
import { useResource } from '../../../ui/feedback/use-resource.ts'
import { StateTag, type StateWords } from '../../../ui/shell/state-tag.tsx'
import { DataTable } from '../../../ui/table/data-table.tsx'
import { formatDateTime } from '../../../ui/text/format.ts'
import { t } from '../../../ui/text/t.ts'
import { request } from '../api/client.ts'
import { buildManagerLink, buildObjectLink, type PageRoute } from '../routing/page-route.ts'
import { useSession } from '../session/session.tsx'
import { ManagerPageHeader } from '../shell/manager-page-header.tsx'
import { sectionTitles } from '../shell/page-titles.ts'

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
  const [deleting, setDeleting] = useState<WebhookView>()
  const load = (signal: AbortSignal) => request('GET /qmgr/:qmgr/webhook', { qmgr: manager }, { signal })
  const webhooks = useResource(`${manager}/webhooks`, load, { intervalMs: freshMs })
  const changing = useAction({ notifiesErrors: true })

  async function setPaused({ id, url }: WebhookView, paused: boolean) {
    const change = () =>
      request('PATCH /qmgr/:qmgr/webhook/:webhook', { qmgr: manager, webhook: id }, { body: { paused } })
    await changing.run(change, paused ? t('Webhook paused') : t('Webhook continues'), url, t('Change'))
    webhooks.reload()
  }

  const actions = (webhook: WebhookView) => (
    <>
      <a
        className="cds--link"
        href={buildObjectLink(manager, 'webhooks', webhook.id)}
        aria-label={t('Deliveries to {url}', { url: webhook.url })}
      >
        {t('Deliveries')}
      </a>
      {rights.change && (
        <>
          <ToolbarButton
            label={
              webhook.paused ? t('Continue {name}', { name: webhook.url }) : t('Pause {name}', { name: webhook.url })
            }
            icon={webhook.paused ? Play : Pause}
            busy={changing.busy}
            onClick={() => void setPaused(webhook, !webhook.paused)}
          />
          <ToolbarButton
            label={t('Delete {name}', { name: webhook.url })}
            icon={TrashCan}
            onClick={() => setDeleting(webhook)}
          />
        </>
      )}
    </>
  )

  return (
    <>
      <ManagerPageHeader manager={manager} title={sectionTitles.webhooks} />
      <Loaded resource={webhooks}>{(value) => <WebhookTable webhooks={value.webhooks} actions={actions} />}</Loaded>
      {deleting && (
        <ConfirmDialog
          title={t('Delete {name}', { name: deleting.url })}
          action={t('Delete')}
          text={t('Messages that were not delivered stay on their queue. Those of a topic are removed.')}
          run={() => request('DELETE /qmgr/:qmgr/webhook/:webhook', { qmgr: manager, webhook: deleting.id }, {})}
          done={t('Webhook deleted')}
          about={deleting.url}
          succeeded={webhooks.reload}
          close={() => setDeleting(undefined)}
        />
      )}
    </>
  )
}

type WebhookTableProps = { webhooks: readonly WebhookView[]; actions(webhook: WebhookView): React.ReactNode }

function WebhookTable({ webhooks, actions }: WebhookTableProps) {
  return (
    <DataTable
      label={sectionTitles.webhooks}
      rows={webhooks}
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
      actions={actions}
      empty={{
        icon: WebhookIcon,
        title: t('There are no webhooks yet'),
        text: t('Applications create them with POST …/webhook of the messaging REST API.'),
      }}
    />
  )
}

function findState(problem: string | undefined, paused: boolean): string {
  if (paused) return 'paused'
  return problem === undefined ? 'active' : 'problem'
}

function DeliveriesPage({ manager, webhook }: { manager: string; webhook: string }) {
  const load = (signal: AbortSignal) =>
    request('GET /qmgr/:qmgr/webhook/:webhook/delivery', { qmgr: manager, webhook }, { signal })
  const deliveries = useResource(`${manager}/webhooks/${webhook}`, load, { intervalMs: freshMs })
  return (
    <>
      <ManagerPageHeader
        manager={manager}
        list={[sectionTitles.webhooks, buildManagerLink(manager, 'webhooks')]}
        title={t('Last deliveries')}
      />
      <Loaded resource={deliveries}>
        {(value) => (
          <DataTable
            label={t('Last deliveries')}
            rows={value.deliveries}
            keyOf={({ messageId, attempt, at }) => `${messageId}/${attempt}/${at}`}
            columns={[
              [t('Time'), ({ at }) => formatDateTime(at)],
              [t('Message id'), ({ messageId }) => messageId],
              [t('Attempt'), ({ attempt }) => attempt],
              [t('Result'), ({ outcome }) => <StateTag states={outcomes} state={outcome} />],
              [t('Response'), ({ status, error }) => error ?? status],
              [t('Milliseconds'), ({ durationMs }) => durationMs],
              [t('Next attempt'), ({ nextAt }) => nextAt && formatDateTime(nextAt)],
            ]}
            empty={t('No message was delivered since the server started.')}
          />
        )}
      </Loaded>
    </>
  )
}
