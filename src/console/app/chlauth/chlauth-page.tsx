/** The page of channel authentication rules: who may use which channel, under which user. */
import { DialogButton } from '../../../ui/feedback/use-dialog.tsx'
import { ResourceTable } from '../../../ui/table/resource-table.tsx'
import '../styles/work.scss'
import { Add, Edit, Policy, TrashCan } from '@carbon/react/icons'
import { useResource } from '../../../ui/feedback/use-resource.ts'
import { t } from '../../../ui/text/t.ts'
import { sectionTitles } from '../routing/page-route.ts'
import { useSession } from '../session/session.tsx'
import { ManagerPageHeader } from '../shell/manager-page-header.tsx'
import { buildRuleId, type ChannelRule } from './channel-rule.ts'
import { deleteChannelRule, loadChannelRules } from './chlauth-rules.ts'
import { describeCallers, describeDecision, typeTitles } from './describe-rule.ts'
import { RuleDialog } from './rule-dialog.tsx'
import { TestRuleDialog } from './test-rule-dialog.tsx'

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
