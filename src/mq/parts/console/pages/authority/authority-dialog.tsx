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

type AuthorityGroup = { title: string; authorities: readonly (readonly [word: string, says: string])[] }

const context: AuthorityGroup['authorities'] = [
  ['PASSALL', t('Pass all context')],
  ['PASSID', t('Pass identity context')],
  ['SETALL', t('Set all context')],
  ['SETID', t('Set identity context')],
]
const administration: AuthorityGroup['authorities'] = [
  ['CHG', t('Change')],
  ['DLT', t('Delete')],
  ['DSP', t('Display')],
]
const clear: AuthorityGroup['authorities'] = [['CLR', t('Clear')]]
const control: AuthorityGroup['authorities'] = [['CTRL', t('Start and stop')]]

/** Returns the authority groups of an object type, which is an OBJTYPE such as `QUEUE`. */
export function findAuthorityGroups(objectType: string): readonly AuthorityGroup[] {
  switch (objectType) {
    case 'QUEUE':
      return [
        group(
          t('Messages'),
          ['PUT', t('Put')],
          ['GET', t('Get')],
          ['BROWSE', t('Browse')],
          ['INQ', t('Inquire')],
          ['SET', t('Set')],
        ),
        { title: t('Context'), authorities: context },
        { title: t('Administration'), authorities: [...administration, ...clear] },
      ]
    case 'TOPIC':
      return [
        group(t('Messages'), ['PUB', t('Publish')], ['SUB', t('Subscribe')], ['RESUME', t('Resume a subscription')]),
        { title: t('Context'), authorities: context },
        { title: t('Administration'), authorities: [...administration, ...clear, ...control] },
      ]
    case 'QMGR':
      return [
        group(
          t('Use'),
          ['CONNECT', t('Connect')],
          ['INQ', t('Inquire')],
          ['SET', t('Set')],
          ['ALTUSR', t('Act as another user')],
        ),
        { title: t('Context'), authorities: context.filter(([word]) => word.startsWith('SET')) },
        { title: t('Administration'), authorities: [...administration, ['SYSTEM', t('System actions')], ...control] },
      ]
    case 'CHANNEL':
      return [
        { title: t('Administration'), authorities: [...administration, ...control, ['CTRLX', t('Reset and resolve')]] },
      ]
    default:
      return [{ title: t('Administration'), authorities: [...administration, ...control] }]
  }
}

function group(title: string, ...words: AuthorityGroup['authorities']): AuthorityGroup {
  return { title, authorities: words }
}
