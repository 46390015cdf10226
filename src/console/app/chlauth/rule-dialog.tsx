/** A dialog that creates or changes a channel authentication rule, with the fields of its type. */
import { Checkbox, RadioTile, TextArea, TextInput, TileGroup } from '@carbon/react'
import { useState } from 'react'

import { Dialog } from '../../../ui/feedback/dialog.tsx'
import { literalInput } from '../../../ui/feedback/literal-input.ts'
import { useAction } from '../../../ui/feedback/use-action.ts'
import { useFieldErrors } from '../../../ui/feedback/use-field-errors.ts'
import { t } from '../../../ui/text/t.ts'
import {
  type ChannelRule,
  initialRule,
  isBlocking,
  isMapping,
  keysOfType,
  type RuleKey,
  type RuleType,
  ruleTypes,
} from './channel-rule.ts'
import { saveChannelRule } from './chlauth-rules.ts'
import { DecisionFields } from './decision-fields.tsx'
import { keyLabels, typeSummaries, typeTitles } from './describe-rule.ts'

export interface RuleDialogProps {
  manager: string
  /** The rule to change; undefined for a new one. */
  rule: ChannelRule | undefined
  saved(): void
  close(): void
}

export function RuleDialog({ manager, rule: before, saved, close }: RuleDialogProps) {
  const start = before ?? initialRule
  const [rule, setRule] = useState(start)
  const [list, setList] = useState(start.list.join('\n'))
  const action = useAction()
  const change = (some: Partial<ChannelRule>) => setRule({ ...rule, ...some })
  const [firstKey] = keysOfType[rule.type]
  const items = list.split(/[\s,]+/).filter((each) => each !== '')
  const errors = useFieldErrors([
    { id: 'rule-profile', missing: rule.profile === '' ? t('Enter a channel, or * for all.') : undefined },
    ...(firstKey && rule[firstKey] === '' ? [{ id: `rule-${firstKey}`, missing: t('Enter a value.') }] : []),
    ...(isMapping(rule) && rule.userSource === 'MAP' && rule.user === ''
      ? [{ id: 'rule-user', missing: t('Enter the user under which the channel runs.') }]
      : []),
    ...(!isMapping(rule) && items.length === 0 ? [{ id: 'rule-list', missing: t('Enter at least one.') }] : []),
  ])

  async function save() {
    if (!errors.check()) return
    const whole = { ...rule, list: items }
    const done = before ? t('Rule changed') : t('Rule created')
    if (!(await action.run(() => saveChannelRule(manager, whole, before), done, rule.profile))) return
    saved()
    close()
  }

  const isChanged = rule !== start || list !== start.list.join('\n')
  return (
    <Dialog
      size="lg"
      title={before ? t('Change the rule') : t('Create a rule')}
      action={before ? t('Save') : t('Create')}
      busy={action.busy}
      problem={action.problem}
      loses={isChanged ? t('The rule has not been saved.') : undefined}
      focus="#rule-profile"
      submit={() => void save()}
      close={close}
    >
      <div className="form">
        {!before && (
          <TileGroup
            legend={t('Type')}
            name="rule-type"
            valueSelected={rule.type}
            onChange={(type) => change({ type: type as RuleType, ...(type === 'BLOCKADDR' && { profile: '*' }) })}
            className="tiles tiles--wide"
          >
            {ruleTypes.map((type) => (
              <RadioTile key={type} id={`rule-type-${type}`} value={type}>
                <strong>{typeTitles[type]}</strong>
                <br />
                {typeSummaries[type]}
              </RadioTile>
            ))}
          </TileGroup>
        )}
        <TextInput
          id="rule-profile"
          labelText={t('Channel')}
          helperText={t('A name, or a part of it with *, such as APP.*')}
          value={rule.profile}
          readOnly={rule.type === 'BLOCKADDR'}
          {...errors.of('rule-profile')}
          {...literalInput}
          onChange={(event) => change({ profile: event.target.value.trim() })}
        />
        {keysOfType[rule.type].map((key) => (
          <KeyField key={key} name={key} rule={rule} change={change} {...errors.of(`rule-${key}`)} />
        ))}
        {!isMapping(rule) && (
          <TextArea
            id="rule-list"
            labelText={rule.type === 'BLOCKUSER' ? t('Users') : t('Addresses')}
            helperText={
              rule.type === 'BLOCKUSER'
                ? t('One on each line. *MQADMIN stands for all privileged users.')
                : t('One on each line, such as 10.0.0.* or 10.0.0.1-9.')
            }
            rows={4}
            value={list}
            {...errors.of('rule-list')}
            spellCheck={false}
            onChange={(event) => setList(event.target.value)}
          />
        )}
        {isMapping(rule) && <DecisionFields rule={rule} change={change} errors={errors} />}
        <TextInput
          id="rule-description"
          labelText={t('Description')}
          maxLength={64}
          value={rule.description}
          onChange={(event) => change({ description: event.target.value })}
        />
        {isBlocking(rule) && (
          <Checkbox
            id="rule-warning"
            labelText={t('Only write a warning, to try the rule out')}
            checked={rule.isWarning}
            onChange={(_, { checked }) => change({ isWarning: checked })}
          />
        )}
      </div>
    </Dialog>
  )
}

interface KeyFieldProps {
  name: RuleKey
  rule: ChannelRule
  invalid: boolean
  invalidText: string
  change(some: Partial<ChannelRule>): void
}

function KeyField({ name, rule, change, ...error }: KeyFieldProps) {
  return (
    <TextInput
      id={`rule-${name}`}
      labelText={keyLabels[name]}
      helperText={keyHelp[name] ?? ''}
      value={rule[name]}
      {...error}
      {...literalInput}
      onChange={(event) => change({ [name]: event.target.value })}
    />
  )
}

const keyHelp: Readonly<Partial<Record<RuleKey, string>>> = {
  address: t('Such as 10.0.0.*, 10.0.0.1-9, *.example.com, or * for all.'),
  certificate: t('Such as CN=app,O=Example.'),
}
