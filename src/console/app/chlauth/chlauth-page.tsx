/** The page of channel authentication rules: who may use which channel, under which user. */
import { Button, TableCell, TableRow } from '@carbon/react'
import { Add, Edit, Policy, TrashCan } from '@carbon/react/icons'
import { useState } from 'react'

import { ConfirmDialog } from '../../../ui/feedback/confirm-dialog.tsx'
import { useAction } from '../../../ui/feedback/use-action.ts'
import { useResource } from '../../../ui/feedback/use-resource.ts'
import { ToolbarButton } from '../../../ui/table/toolbar-button.tsx'
import { t } from '../../../ui/text/t.ts'
import { useSession } from '../session/session.tsx'
import { ManagerPageHeader } from '../shell/manager-page-header.tsx'
import { sectionTitles } from '../shell/page-titles.ts'
import { ResourceTable } from '../table/resource-table.tsx'
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
      <ResourceTable
        resource={rules}
        label={t('Channel authentication rules')}
        titles={[t('Channel'), t('Type'), t('Who'), t('Decision'), t('Description')]}
        actions={rights.change}
        empty={{
          icon: Policy,
          title: t('There are no rules'),
          text: t('Every caller may use a channel under the user of its definition, or of the client.'),
        }}
        renderRow={(rule) => (
          <TableRow key={buildRuleId(rule)}>
            <TableCell>{rule.profile}</TableCell>
            <TableCell>{typeTitles[rule.type]}</TableCell>
            <TableCell>{describeCallers(rule)}</TableCell>
            <TableCell>{describeDecision(rule)}</TableCell>
            <TableCell>{rule.description}</TableCell>
            {rights.change && (
              <TableCell className="list__menu">
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
              </TableCell>
            )}
          </TableRow>
        )}
      />
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
  const removal = useAction()

  async function remove() {
    if (!(await removal.run(() => deleteChannelRule(manager, rule), t('Rule deleted'), rule.profile))) return
    deleted()
    close()
  }

  return (
    <ConfirmDialog
      title={t('Delete the rule for {profile}', { profile: rule.profile })}
      action={t('Delete')}
      busy={removal.busy}
      problem={removal.problem}
      confirm={() => void remove()}
      close={close}
    >
      <p className="dialog__text">
        {t('{type}: {callers}. {decision}.', {
          type: typeTitles[rule.type],
          callers: describeCallers(rule),
          decision: describeDecision(rule),
        })}
      </p>
    </ConfirmDialog>
  )
}
