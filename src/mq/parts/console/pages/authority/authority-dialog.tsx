/** A dialog that adds an authority record or changes the authorities of one. */
import { FormDialog } from '../../../../../shared/ui/forms/form-dialog.tsx'
import type { FormRow } from '../../../../../shared/ui/forms/form-rows.ts'
import { useForm } from '../../../../../shared/ui/forms/use-form.ts'
import { t } from '../../../../../shared/ui/text/t.ts'
import { isNamedKind } from '../../kit/api/named-kinds.ts'
import { loadObjectNames } from '../../kit/api/object-names.ts'
import { type AuthorityRecord, deleteAuthorityRecord, saveAuthorityRecord } from './authority-records.ts'

export interface AuthorityDialogProps {
  manager: string
  objectType: string
  name: string | undefined
  /** The record to change; undefined to create one. */
  record: AuthorityRecord | undefined
  saved(): void
  close(): void
}

const entityTypes = [
  ['PRINCIPAL', t('User')],
  ['GROUP', t('Group')],
] as const

export function AuthorityDialog({ manager, objectType, name = '', record, saved, close }: AuthorityDialogProps) {
  const isManager = objectType === 'QMGR'
  const kind = objectType.toLowerCase()
  const loadNames = isNamedKind(kind) ? () => loadObjectNames(manager, kind) : async () => []
  const start: AuthorityRecord = { profile: name, objectType, entityType: 'PRINCIPAL', entity: '', authorities: [] }
  const form = useForm('authority', record ?? start, (): FormRow<AuthorityRecord>[] => [
    ...(record ? [] : buildEntityRows(isManager ? undefined : loadNames)),
    record && !isManager && record.profile !== name && (
      <p>{t('The record holds for every object that {profile} matches.', { profile: record.profile })}</p>
    ),
    ...findAuthorityGroups(objectType).map(
      ({ title, authorities }, index): FormRow<AuthorityRecord> => ({
        name: 'authorities',
        id: `authority-group-${index}`,
        label: title,
        kind: 'checks',
        choices: authorities.map(([word, says]) => [word, `${says} (${word})`]),
        required: !record && index === 0 ? t('Select at least one authority.') : undefined,
      }),
    ),
  ])
  return (
    <FormDialog
      form={form}
      title={record ? t('Authorities of {entity}', { entity: record.entity }) : t('Add an authority record')}
      action={t('Save')}
      loses={t('The authority record has not been saved.')}
      run={() => saveAuthorityRecord(manager, form.draft, record?.authorities ?? [])}
      undo={
        record
          ? () => saveAuthorityRecord(manager, record, form.draft.authorities)
          : () => deleteAuthorityRecord(manager, form.draft)
      }
      done={t('Authority record saved')}
      about={form.draft.entity}
      succeeded={saved}
      close={close}
    />
  )
}

/** The fields that identify a new record; `loadNames` loads the objects of a record that has a profile. */
function buildEntityRows(loadNames?: () => Promise<readonly string[]>): readonly FormRow<AuthorityRecord>[] {
  return [
    [
      { name: 'entityType', label: t('For a'), kind: 'choice', choices: entityTypes },
      {
        name: 'entity',
        label: t('Name of the user or group - required'),
        kind: 'path',
        required: t('Enter the name of a user or of a group.'),
      },
    ],
    loadNames && {
      loadNames,
      name: 'profile',
      label: t('Profile'),
      kind: 'path',
      help: t('One object, or a pattern: ? is one character, * any within one part, ** any parts.'),
    },
  ]
}

type Authorities = readonly (readonly [word: string, says: string])[]
type AuthorityGroup = { title: string; authorities: Authorities }

const context: Authorities = [
  ['PASSALL', t('Pass all context')],
  ['PASSID', t('Pass identity context')],
  ['SETALL', t('Set all context')],
  ['SETID', t('Set identity context')],
]
const administration: Authorities = [
  ['CHG', t('Change')],
  ['DLT', t('Delete')],
  ['DSP', t('Display')],
]
const inquiry: Authorities = [
  ['INQ', t('Inquire')],
  ['SET', t('Set')],
]
const clear: Authorities = [['CLR', t('Clear')]]
const control: Authorities = [['CTRL', t('Start and stop')]]
const publication: Authorities = [
  ['PUB', t('Publish')],
  ['SUB', t('Subscribe')],
  ['RESUME', t('Resume a subscription')],
]
const use: Authorities = [['CONNECT', t('Connect')], ...inquiry, ['ALTUSR', t('Act as another user')]]
const messages: Authorities = [['PUT', t('Put')], ['GET', t('Get')], ['BROWSE', t('Browse')], ...inquiry]

/** The title of the first authorities of a type, these, those of context, and those of administration. */
const authorities: Readonly<Record<string, readonly [string, Authorities, Authorities, Authorities]>> = {
  QUEUE: [t('Messages'), messages, context, [...administration, ...clear]],
  TOPIC: [t('Messages'), publication, context, [...administration, ...clear, ...control]],
  QMGR: [
    t('Use'),
    use,
    context.filter(([word]) => word.startsWith('SET')),
    [...administration, ['SYSTEM', t('System actions')], ...control],
  ],
  CHANNEL: ['', [], [], [...administration, ...control, ['CTRLX', t('Reset and resolve')]]],
}

/** Returns the authority groups of an object type, which is an OBJTYPE such as `QUEUE`. */
export function findAuthorityGroups(objectType: string): readonly AuthorityGroup[] {
  const [title, own, ofContext, rest] = authorities[objectType] ?? ['', [], [], [...administration, ...control]]
  const groups = [
    { title, authorities: own },
    { title: t('Context'), authorities: ofContext },
    { title: t('Administration'), authorities: rest },
  ]
  return groups.filter((group) => group.authorities.length > 0)
}
