/** A dialog that asks the queue manager which rule decides about a caller, and shows the decision in words. */
import { TextInput } from '@carbon/react'
import { useState } from 'react'

import { Dialog } from '../../../ui/feedback/dialog.tsx'
import { literalInput } from '../../../ui/feedback/literal-input.ts'
import { Notice } from '../../../ui/feedback/notice.tsx'
import { useAction } from '../../../ui/feedback/use-action.ts'
import { useFieldErrors } from '../../../ui/feedback/use-field-errors.ts'
import { t } from '../../../ui/text/t.ts'
import { type ChannelCaller, type ChannelRule, isBlocking, type RuleKey } from './channel-rule.ts'
import { findDecidingRule } from './chlauth-rules.ts'
import { describeCallers, describeDecision, keyLabels, typeTitles } from './describe-rule.ts'

/** The answer of the queue manager. */
type Outcome = { rule: ChannelRule | undefined }

const initialCaller: ChannelCaller = {
  channel: '',
  address: '',
  clientUser: '',
  queueManager: '',
  certificate: '',
  issuer: '',
}
const fields: readonly RuleKey[] = ['address', 'clientUser', 'queueManager', 'certificate', 'issuer']

export function TestRuleDialog({ manager, close }: { manager: string; close(): void }) {
  const [caller, setCaller] = useState(initialCaller)
  const [outcome, setOutcome] = useState<Outcome>()
  const action = useAction()
  const errors = useFieldErrors([
    { id: 'caller-channel', missing: caller.channel === '' ? t('Enter the name of a channel.') : undefined },
    {
      id: 'caller-address',
      missing: caller.address === '' ? t('Enter the address of the caller.') : undefined,
    },
    {
      id: 'caller-clientUser',
      wrong:
        caller.clientUser !== '' && caller.queueManager !== ''
          ? t('A caller is a client with a user, or a queue manager.')
          : undefined,
    },
  ])

  function change(some: Partial<ChannelCaller>) {
    setCaller({ ...caller, ...some })
    setOutcome(undefined)
  }

  async function check() {
    if (!errors.check()) return
    await action.run(async () => setOutcome({ rule: await findDecidingRule(manager, caller) }))
  }

  return (
    <Dialog
      title={t('Test the rules')}
      label={manager}
      action={t('Test')}
      cancel={t('Close')}
      busy={action.busy}
      problem={action.problem}
      submit={() => void check()}
      close={close}
    >
      <div className="form">
        <TextInput
          id="caller-channel"
          labelText={t('Channel')}
          value={caller.channel}
          {...errors.of('caller-channel')}
          {...literalInput}
          onChange={(event) => change({ channel: event.target.value.trim() })}
        />
        {fields.map((key) => (
          <TextInput
            key={key}
            id={`caller-${key}`}
            labelText={keyLabels[key]}
            value={caller[key]}
            {...errors.of(`caller-${key}`)}
            {...literalInput}
            onChange={(event) => change({ [key]: event.target.value })}
          />
        ))}
        <div role="status">{outcome && <OutcomeNotice {...outcome} />}</div>
      </div>
    </Dialog>
  )
}

function OutcomeNotice({ rule }: Outcome) {
  if (!rule)
    return (
      <Notice kind="success" role="none" title={t('Allowed: no rule matches')}>
        {t('The channel runs under the user of its definition, or of the client.')}
      </Notice>
    )
  const values = { type: typeTitles[rule.type], profile: rule.profile, callers: describeCallers(rule) }
  const isRejected = isBlocking(rule) && !rule.isWarning
  return (
    <Notice kind={isRejected ? 'error' : 'success'} role="none" title={describeDecision(rule)}>
      {t('Decided by the rule “{type}” for the channel {profile}: {callers}.', values)}{' '}
      {!isRejected && t('Rules for blocked users are checked afterwards.')}
    </Notice>
  )
}
