/** A dialog that connects a queue manager to another one: it shows the MQSC of both sides, runs it, and tests the way. */
import { useState } from 'react'
import { CopyableBlock } from '../../../../../shared/ui/body/copyable-text.tsx'
import { findNumberError } from '../../../../../shared/ui/feedback/find-number-error.ts'
import { useResource } from '../../../../../shared/ui/feedback/use-resource.ts'
import { FormDialog } from '../../../../../shared/ui/forms/form-dialog.tsx'
import type { FormField, FormRow } from '../../../../../shared/ui/forms/form-rows.ts'
import { useFormOf } from '../../../../../shared/ui/forms/use-form.ts'
import { navigate } from '../../../../../shared/ui/routing/use-location-hash.ts'
import { t } from '../../../../../shared/ui/text/t.ts'
import type { ManagerFacts } from '../../contract/managers.ts'
import { listManagers } from '../../kit/api/managers.ts'
import { displayObjects } from '../../kit/api/mqsc.ts'
import { loadObjectNames } from '../../kit/api/object-names.ts'
import { buildObjectLink } from '../../kit/routing/page-route.ts'
import { describeNameRule, findNameError } from '../attributes/name-rules.ts'
import { isManagerReachable } from '../managers/manager-state-tag.tsx'
import {
  buildReceiver,
  type ConnectionPlan,
  connectManagers,
  deriveChannelName,
  listSenderObjects,
} from './connect-managers.ts'

const initialDraft = { other: '', host: '', port: '', channel: '', transmissionQueue: '', testQueue: '' }
type ConnectDraft = typeof initialDraft

export default function ConnectDialog({ manager, close }: { manager: string; close(): void }) {
  const { value: managers = [] } = useResource('managers', listManagers)
  const partners = managers.filter((each) => each.name !== manager && isManagerReachable(each))
  const [draft, setDraft] = useState(initialDraft)
  const change = (some: Partial<ConnectDraft>) => setDraft((before) => ({ ...before, ...some }))
  const partner = partners.find(({ name }) => name === draft.other)
  const listener = useListener(partner)
  const plan = {
    manager,
    other: draft.other,
    host: draft.host || listener?.host || '',
    port: draft.port || listener?.port || '',
    channel: draft.channel || deriveChannelName(manager, draft.other),
    transmissionQueue: draft.transmissionQueue || draft.other,
  }
  const form = useFormOf('connect', draft, change, buildRows(plan, draft, partner && { listener }))
  const isComplete = draft.other !== '' && plan.host !== '' && plan.port !== ''
  const definesReceiver = partner !== undefined

  return (
    <FormDialog
      size="lg"
      form={{ ...form, isChanged: draft !== initialDraft }}
      title={t('Connect to another queue manager')}
      label={manager}
      action={t('Connect')}
      loses={t('Nothing has been defined.')}
      run={() => connectManagers(plan, { definesReceiver, testQueue: draft.testQueue })}
      done={draft.testQueue === '' ? t('Channel started') : t('Channel started, test message transferred')}
      about={plan.channel}
      succeeded={() => navigate(buildObjectLink(manager, 'channels', plan.channel))}
      close={close}
    >
      {isComplete && (
        <>
          <p>{t('This runs on {manager}, for what does not exist yet:', { manager })}</p>
          <CopyableBlock
            label={t('MQSC for {manager}', { manager })}
            text={listSenderObjects(plan)
              .map(({ command }) => command)
              .join('\n')}
          />
          <p>
            {definesReceiver
              ? t('This runs on {manager}, for what does not exist yet:', { manager: draft.other })
              : t('Run this on {manager} before you connect:', { manager: draft.other })}
          </p>
          <CopyableBlock label={t('MQSC for {manager}', { manager: draft.other })} text={buildReceiver(plan).command} />
        </>
      )}
    </FormDialog>
  )
}

type Listener = { host: string; port: string }

/** Returns where a queue manager of this installation listens; undefined while that is not known, and without a listener. */
function useListener(partner: ManagerFacts | undefined): Listener | undefined {
  const { value } = useResource(`${partner?.name}/listener`, async (signal) => {
    if (!partner) return undefined
    const query = { qualifier: 'lsstatus', name: '*', responseParameters: ['all'] }
    const [running] = await displayObjects(partner.name, query, signal)
    if (!running) return undefined
    const { port, ipaddr } = running.parameters ?? {}
    const isAny = ['', '*', '0.0.0.0', '::'].includes(String(ipaddr ?? ''))
    return { host: isAny ? (partner.runsOn ?? '127.0.0.1') : String(ipaddr), port: String(port) }
  })
  return value
}

/** `partner` is undefined for a queue manager of another installation. */
function buildRows(
  plan: ConnectionPlan,
  draft: ConnectDraft,
  partner: { listener: Listener | undefined } | undefined,
): readonly FormRow<ConnectDraft>[] {
  const { manager, other } = plan
  const listener = partner?.listener
  return [
    {
      name: 'other',
      label: t('The other queue manager'),
      kind: 'path',
      help: describeNameRule('qmgr'),
      required: t('Enter a name.'),
      wrong: other === manager ? t('Enter the name of another queue manager.') : findNameError('qmgr', other),
      attributes: { maxLength: 48 },
      loadNames: () => loadObjectNames(manager, 'manager'),
    },
    [
      {
        name: 'host',
        label: t('Host'),
        kind: 'path',
        help: describeListener(other, partner),
        missing: plan.host === '' ? t('Enter a host name or an IP address.') : undefined,
        wrong: /^[\w.:%-]*$/.test(draft.host) ? undefined : t('Enter a host name or an IP address.'),
        attributes: { maxLength: 253, placeholder: listener?.host ?? '' },
      },
      {
        name: 'port',
        label: t('Port'),
        kind: 'number',
        missing: plan.port === '' ? t('Enter the port of its listener.') : undefined,
        wrong: draft.port === '' ? undefined : findNumberError(draft.port, 1, 65_535),
        attributes: { placeholder: listener?.port ?? '' },
      },
    ],
    buildNameFields(plan, draft),
    {
      name: 'testQueue',
      label: t('Queue of the other side for a test message'),
      kind: 'path',
      help: t('Empty: no message is sent.'),
      wrong: findNameError('queue', draft.testQueue),
      loadNames: partner && (() => loadObjectNames(other, 'queue')),
    },
  ]
}

/** The names that follow from those of the queue managers while they are empty. */
function buildNameFields(
  { manager, other, channel }: ConnectionPlan,
  draft: ConnectDraft,
): readonly FormField<ConnectDraft>[] {
  return [
    {
      name: 'channel',
      label: t('Channel'),
      kind: 'path',
      help: t('The same name at both ends.'),
      wrong: findNameError('channel', draft.channel),
      attributes: { placeholder: other === '' ? '' : channel },
    },
    {
      name: 'transmissionQueue',
      label: t('Transmission queue'),
      kind: 'path',
      help: t('Messages wait on it for the channel.'),
      wrong: findNameError('queue', draft.transmissionQueue),
      attributes: { placeholder: other },
      loadNames: () => loadObjectNames(manager, 'transmissionQueue'),
    },
  ]
}

function describeListener(other: string, partner: { listener: Listener | undefined } | undefined): string | undefined {
  if (!partner) return undefined
  return partner.listener
    ? t('Empty: where {manager} listens.', { manager: other })
    : t('No listener of {manager} runs: start one on its page of listeners.', { manager: other })
}
