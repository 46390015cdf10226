/** The page of channel authentication rules: who may use which channel, under which user. */
import { Add, Edit, Policy, TrashCan } from '@carbon/react/icons'
import { useState } from 'react'
import { Notice } from '../../../../../shared/ui/feedback/notice.tsx'
import { DialogButton } from '../../../../../shared/ui/feedback/use-dialog.tsx'
import { useResource } from '../../../../../shared/ui/feedback/use-resource.ts'
import { FormDialog } from '../../../../../shared/ui/forms/form-dialog.tsx'
import { useForm } from '../../../../../shared/ui/forms/use-form.ts'
import { ResourceTable } from '../../../../../shared/ui/table/resource-table.tsx'
import { t } from '../../../../../shared/ui/text/t.ts'
import { loadObjectNames } from '../../kit/api/object-names.ts'
import { sectionTitles } from '../../kit/routing/page-route.ts'
import { useSession } from '../../kit/session/session.tsx'
import { ManagerPageHeader } from '../../kit/shell/manager-page-header.tsx'
import { buildRuleId, type ChannelCaller, type ChannelRule, initialRule, isBlocking, ruleKeys } from './channel-rule.ts'
import { deleteChannelRule, findDecidingRule, loadChannelRules, saveChannelRule } from './chlauth-rules.ts'
import { describeCallers, describeDecision, keyLabels, typeTitles } from './describe-rule.ts'
import { RuleDialog } from './rule-dialog.tsx'

export default function ChlauthPage({ manager }: { manager: string }) {
  const { rights } = useSession()
  const rules = useResource(`${manager}/chlauth`, (signal) => loadChannelRules(manager, signal))
  const shared = { manager, saved: rules.reload }

  return (
    <>
      <ManagerPageHeader manager={manager} title={sectionTitles['channel-rules']}>
        <DialogButton
          kind="tertiary"
          size="md"
          renderIcon={Policy}
          dialog={(close) => <TestRuleDialog manager={manager} close={close} />}
        >
          {t('Test')}
        </DialogButton>
        {rights.change && (
          <DialogButton
            size="md"
            renderIcon={Add}
            dialog={(close) => <RuleDialog {...shared} rule={undefined} close={close} />}
          >
            {t('Create')}
          </DialogButton>
        )}
      </ManagerPageHeader>
      <ResourceTable
        resource={rules}
        label={t('Channel authentication rules')}
        keyOf={buildRuleId}
        columns={[
          [t('Channel'), ({ profile }) => profile],
          [t('Type'), ({ type }) => typeTitles[type]],
          [t('Who'), describeCallers],
          [t('Decision'), describeDecision],
          [t('Description'), ({ description }) => description],
        ]}
        actions={
          rights.change &&
          ((rule) => [
            {
              label: t('Change the rule for {profile}', { profile: rule.profile }),
              icon: Edit,
              dialog: (close) => <RuleDialog {...shared} rule={rule} close={close} />,
            },
            {
              label: t('Delete the rule for {profile}', { profile: rule.profile }),
              icon: TrashCan,
              title: t('Delete'),
              question: describeRule(rule),
              run: () => deleteChannelRule(manager, rule),
              undo: () => saveChannelRule(manager, rule, undefined),
              done: t('Rule deleted'),
              about: rule.profile,
            },
          ])
        }
        empty={{
          icon: Policy,
          title: t('There are no rules'),
          text: t('Every caller may use a channel under the user of its definition, or of the client.'),
        }}
      />
    </>
  )
}

function describeRule(rule: ChannelRule): string {
  const values = { type: typeTitles[rule.type], callers: describeCallers(rule), decision: describeDecision(rule) }
  return t('{type}: {callers}. {decision}.', values)
}

/** The answer of the queue manager. */
type Outcome = { rule: ChannelRule | undefined }

const initialCaller: ChannelCaller = { ...initialRule, channel: '' }

/** A dialog that asks the queue manager which rule decides about a caller, and shows the decision in words. */
function TestRuleDialog({ manager, close }: { manager: string; close(): void }) {
  const loadNames = () => loadObjectNames(manager, 'channel')
  const [outcome, setOutcome] = useState<Outcome & { caller: ChannelCaller }>()
  const form = useForm('caller', initialCaller, (caller) => {
    const { clientUser, queueManager } = caller
    const isBoth = clientUser !== '' && queueManager !== ''
    return [
      { name: 'channel', label: t('Channel'), kind: 'name', required: t('Enter the name of a channel.'), loadNames },
      ...ruleKeys.map((name) => ({
        name,
        label: keyLabels[name],
        kind: 'path' as const,
        required: name === 'address' ? t('Enter the address of the caller.') : undefined,
        wrong: name === 'clientUser' && isBoth ? t('A caller is a client with a user, or a queue manager.') : undefined,
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
