/** A dialog that asks the queue manager which rule decides about a caller, and shows the decision in words. */
import { useState } from 'react'
import { Notice } from '../../../ui/feedback/notice.tsx'
import { FormDialog } from '../../../ui/forms/form-dialog.tsx'
import { useForm } from '../../../ui/forms/use-form.ts'
import { t } from '../../../ui/text/t.ts'
import { type ChannelCaller, type ChannelRule, isBlocking, ruleKeys } from './channel-rule.ts'
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

export function TestRuleDialog({ manager, close }: { manager: string; close(): void }) {
  const [outcome, setOutcome] = useState<Outcome & { caller: ChannelCaller }>()
  const form = useForm('caller', initialCaller, (caller) => {
    const { clientUser, queueManager } = caller
    const isBoth = clientUser !== '' && queueManager !== ''
    return [
      { name: 'channel', label: t('Channel'), kind: 'name', required: t('Enter the name of a channel.') },
      ...ruleKeys.map((name) => ({
        name,
        label: keyLabels[name],
        kind: 'path' as const,
        ...(name === 'address' && { required: t('Enter the address of the caller.') }),
        ...(name === 'clientUser' && isBoth && { wrong: t('A caller is a client with a user, or a queue manager.') }),
      })),
      <div key="outcome" role="status">
        {outcome?.caller === caller && <OutcomeNotice rule={outcome.rule} />}
      </div>,
    ]
  })
  return (
    <FormDialog
      stays
      form={form}
      title={t('Test the rules')}
      label={manager}
      action={t('Test')}
      cancel={t('Close')}
      run={async () => setOutcome({ caller: form.draft, rule: await findDecidingRule(manager, form.draft) })}
      close={close}
    />
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
