/** The fields for the decision of a mapping rule: the user, and whether clients need a password. */
import { RadioButton, RadioButtonGroup, Select, SelectItem, TextInput } from '@carbon/react'

import { literalInput } from '../../../ui/feedback/literal-input.ts'
import type { FieldErrors } from '../../../ui/feedback/use-field-errors.ts'
import { t } from '../../../ui/text/t.ts'
import type { ChannelRule, PasswordCheck, UserSource } from './channel-rule.ts'
import { sourceTitles } from './describe-rule.ts'

const passwordChecks: readonly (readonly [PasswordCheck, string])[] = [
  ['ASQMGR', t('As the queue manager says')],
  ['NONE', t('Never')],
  ['REQDADM', t('For privileged users')],
  ['REQUIRED', t('Always')],
]

interface DecisionFieldsProps {
  rule: ChannelRule
  errors: FieldErrors
  change(some: Partial<ChannelRule>): void
}

export function DecisionFields({ rule, errors, change }: DecisionFieldsProps) {
  return (
    <>
      <RadioButtonGroup
        legendText={t('Decision')}
        name="rule-source"
        orientation="vertical"
        valueSelected={rule.userSource}
        onChange={(source) => change({ userSource: source as UserSource, ...(source !== 'MAP' && { user: '' }) })}
      >
        {(Object.keys(sourceTitles) as UserSource[]).map((source) => (
          <RadioButton key={source} id={`rule-source-${source}`} value={source} labelText={sourceTitles[source]} />
        ))}
      </RadioButtonGroup>
      {rule.userSource === 'MAP' && (
        <TextInput
          id="rule-user"
          labelText={t('User')}
          value={rule.user}
          {...errors.of('rule-user')}
          {...literalInput}
          onChange={(event) => change({ user: event.target.value })}
        />
      )}
      {rule.userSource !== 'NOACCESS' && (
        <Select
          id="rule-passwords"
          labelText={t('Client needs a password')}
          value={rule.passwordCheck}
          onChange={(event) => change({ passwordCheck: event.target.value as PasswordCheck })}
        >
          {passwordChecks.map(([value, text]) => (
            <SelectItem key={value} value={value} text={text} />
          ))}
        </Select>
      )}
    </>
  )
}
