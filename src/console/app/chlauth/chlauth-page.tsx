/** The page of channel authentication rules: who may use which channel, under which user. */
import '../styles/work.scss'
import { Button } from '@carbon/react'
import { Add, Edit, Policy, TrashCan } from '@carbon/react/icons'
import { useState } from 'react'
import { ToolbarButton } from '../../../ui/feedback/action-button.tsx'
import { ConfirmDialog } from '../../../ui/feedback/action-dialog.tsx'
import { Loaded } from '../../../ui/feedback/loaded.tsx'
import { useResource } from '../../../ui/feedback/use-resource.ts'
import { DataTable } from '../../../ui/table/data-table.tsx'
import { t } from '../../../ui/text/t.ts'
import { useSession } from '../session/session.tsx'
import { ManagerPageHeader } from '../shell/manager-page-header.tsx'
import { sectionTitles } from '../shell/page-titles.ts'
import { buildRuleId, type ChannelRule } from './channel-rule.ts'
import { deleteChannelRule, loadChannelRules } from './chlauth-rules.ts'
import { describeCallers, describeDecision, typeTitles } from './describe-rule.ts'
import { RuleDialog } from './rule-dialog.tsx'
import { TestRuleDialog } from './test-rule-dialog.tsx'

type OpenDialog = { to: 'create' | 'test' } | { to: 'edit' | 'delete'; rule: ChannelRule }

export default function ChlauthPage({ manager }: { manager: string }) {
  const { rights } = useSession()
  const [open, setOpen] = useState<OpenDialog>()
  const close = () => setOpen(undefined)
  const rules = useResource(`${manager}/chlauth`, (signal) => loadChannelRules(manager, signal))

  return (
    <>
      <ManagerPageHeader manager={manager} title={sectionTitles['channel-rules']}>
        <Button kind="tertiary" size="md" renderIcon={Policy} onClick={() => setOpen({ to: 'test' })}>
          {t('Test')}
        </Button>
        {rights.change && (
          <Button size="md" renderIcon={Add} onClick={() => setOpen({ to: 'create' })}>
            {t('Create')}
          </Button>
        )}
      </ManagerPageHeader>
      <Loaded resource={rules}>
        {(value) => (
          <DataTable
            label={t('Channel authentication rules')}
            rows={value}
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
              ((rule) => (
                <>
                  <ToolbarButton
                    label={t('Change the rule for {profile}', { profile: rule.profile })}
                    icon={Edit}
                    onClick={() => setOpen({ to: 'edit', rule })}
                  />
                  <ToolbarButton
                    label={t('Delete the rule for {profile}', { profile: rule.profile })}
                    icon={TrashCan}
                    onClick={() => setOpen({ to: 'delete', rule })}
                  />
                </>
              ))
            }
            empty={{
              icon: Policy,
              title: t('There are no rules'),
              text: t('Every caller may use a channel under the user of its definition, or of the client.'),
            }}
          />
        )}
      </Loaded>
      {open?.to === 'test' && <TestRuleDialog manager={manager} close={close} />}
      {open?.to === 'create' && <RuleDialog manager={manager} rule={undefined} saved={rules.reload} close={close} />}
      {open?.to === 'edit' && <RuleDialog manager={manager} rule={open.rule} saved={rules.reload} close={close} />}
      {open?.to === 'delete' && (
        <DeleteRuleDialog manager={manager} rule={open.rule} deleted={rules.reload} close={close} />
      )}
    </>
  )
}

interface DeleteRuleDialogProps {
  manager: string
  rule: ChannelRule
  deleted(): void
  close(): void
}

function DeleteRuleDialog({ manager, rule, deleted, close }: DeleteRuleDialogProps) {
  const values = { type: typeTitles[rule.type], callers: describeCallers(rule), decision: describeDecision(rule) }
  return (
    <ConfirmDialog
      title={t('Delete the rule for {profile}', { profile: rule.profile })}
      action={t('Delete')}
      text={t('{type}: {callers}. {decision}.', values)}
      run={() => deleteChannelRule(manager, rule)}
      done={t('Rule deleted')}
      about={rule.profile}
      succeeded={deleted}
      close={close}
    />
  )
}
