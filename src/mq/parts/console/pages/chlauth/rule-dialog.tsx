/** A dialog that creates or changes a channel authentication rule, with the fields of its type. */
import { FormDialog } from '../../../../../shared/ui/forms/form-dialog.tsx'
import type { FormField, FormRow } from '../../../../../shared/ui/forms/form-rows.ts'
import { useForm } from '../../../../../shared/ui/forms/use-form.ts'
import { t } from '../../../../../shared/ui/text/t.ts'
import { loadObjectNames } from '../../kit/api/object-names.ts'
import {
  type ChannelRule,
  initialRule,
  isBlocking,
  isMapping,
  keysOfType,
  type PasswordCheck,
  type RuleKey,
  ruleTypes,
} from './channel-rule.ts'
import { saveChannelRule } from './chlauth-rules.ts'
import { keyLabels, sourceTitles, typeSummaries, typeTitles } from './describe-rule.ts'

export interface RuleDialogProps {
  manager: string
  /** The rule to change; undefined for a new one. */
  rule: ChannelRule | undefined
  saved(): void
  close(): void
}

/** A rule whose list is a text. */
type RuleDraft = Omit<ChannelRule, 'list'> & { list: string }

export function RuleDialog({ manager, rule: before, saved, close }: RuleDialogProps) {
  const { list, ...start } = before ?? initialRule
  const form = useForm<RuleDraft>('rule', { ...start, list: list.join('\n') }, (draft) =>
    buildRows(manager, draft, !before),
  )
  const rule = { ...form.draft, list: form.draft.list.split(/[\s,]+/).filter((each) => each !== '') }
  return (
    <FormDialog
      size="lg"
      form={form}
      title={before ? t('Change the rule') : t('Create a rule')}
      action={before ? t('Save') : t('Create')}
      loses={t('The rule has not been saved.')}
      focus="#rule-profile"
      run={() => saveChannelRule(manager, rule, before)}
      done={before ? t('Rule changed') : t('Rule created')}
      about={rule.profile}
      succeeded={saved}
      close={close}
    />
  )
}

function buildRows(manager: string, rule: RuleDraft, isNew: boolean): readonly FormRow<RuleDraft>[] {
  return [
    isNew && {
      name: 'type',
      label: t('Type'),
      kind: 'tiles',
      choices: ruleTypes.map((type) => [type, typeTitles[type], typeSummaries[type]]),
      also: (type) => (type === 'BLOCKADDR' ? { profile: '*' } : {}),
    },
    {
      name: 'profile',
      label: t('Channel'),
      kind: 'name',
      help: t('A name, or a part of it with *, such as APP.*'),
      required: t('Enter a channel, or * for all.'),
      attributes: { readOnly: rule.type === 'BLOCKADDR' },
      loadNames: () => loadObjectNames(manager, 'channel'),
    },
    ...keysOfType[rule.type].map(
      (name, index): FormField<RuleDraft> => ({
        name,
        label: keyLabels[name],
        kind: 'path',
        help: keyHelp[name],
        required: index === 0 ? t('Enter a value.') : undefined,
      }),
    ),
    ...(isMapping(rule) ? buildDecisionRows(rule) : [buildListRow(rule)]),
    { name: 'description', label: t('Description'), attributes: { maxLength: 64 } },
    isBlocking(rule) && { name: 'isWarning', label: t('Only write a warning, to try the rule out'), kind: 'check' },
  ]
}

/** The list of what a rule blocks. */
function buildListRow({ type, list }: RuleDraft): FormField<RuleDraft> {
  const isUsers = type === 'BLOCKUSER'
  return {
    name: 'list',
    label: isUsers ? t('Users') : t('Addresses'),
    kind: 'lines',
    rows: 4,
    help: isUsers
      ? t('One on each line. *MQADMIN stands for all privileged users.')
      : t('One on each line, such as 10.0.0.* or 10.0.0.1-9.'),
    missing: /[^\s,]/.test(list) ? undefined : t('Enter at least one.'),
  }
}

/** The decision of a mapping rule: the user, and whether clients need a password. */
function buildDecisionRows({ userSource }: RuleDraft): readonly FormRow<RuleDraft>[] {
  return [
    {
      name: 'userSource',
      id: 'rule-source',
      label: t('Decision'),
      kind: 'radio',
      choices: Object.entries(sourceTitles),
      also: (source) => (source === 'MAP' ? {} : { user: '' }),
    },
    userSource === 'MAP' && {
      name: 'user',
      label: t('User'),
      kind: 'path',
      required: t('Enter the user under which the channel runs.'),
    },
    userSource !== 'NOACCESS' && {
      name: 'passwordCheck',
      label: t('Client needs a password'),
      kind: 'choice',
      choices: passwordChecks,
    },
  ]
}

const keyHelp: Readonly<Partial<Record<RuleKey, string>>> = {
  address: t('Such as 10.0.0.*, 10.0.0.1-9, *.example.com, or * for all.'),
  certificate: t('Such as CN=app,O=Example.'),
}

const passwordChecks: readonly (readonly [PasswordCheck, string])[] = [
  ['ASQMGR', t('As the queue manager says')],
  ['NONE', t('Never')],
  ['REQDADM', t('For privileged users')],
  ['REQUIRED', t('Always')],
]
