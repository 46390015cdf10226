/** A dialog that adds an authority record or changes the authorities of one. */
import { Checkbox, CheckboxGroup, Select, SelectItem, TextInput } from '@carbon/react'
import { useState } from 'react'

import { Dialog } from '../../../ui/feedback/dialog.tsx'
import { useAction } from '../../../ui/feedback/use-action.ts'
import { useFieldErrors } from '../../../ui/feedback/use-field-errors.ts'
import { t } from '../../../ui/text/t.ts'
import { findAuthorityGroups } from './authority-groups.ts'
import { type AuthorityRecord, saveAuthorityRecord } from './authority-records.ts'

export interface AuthorityDialogProps {
  manager: string
  objectType: string
  name: string | undefined
  /** The record to change; undefined to create one. */
  record: AuthorityRecord | undefined
  saved(): void
  close(): void
}

export function AuthorityDialog({ manager, objectType, name, record, saved, close }: AuthorityDialogProps) {
  const [initial] = useState<AuthorityRecord>(
    record ?? { profile: name ?? '', objectType, entityType: 'PRINCIPAL', entity: '', authorities: [] },
  )
  const [draft, setDraft] = useState(initial)
  const action = useAction()
  const changed = draft !== initial
  const groups = findAuthorityGroups(objectType)
  const errors = useFieldErrors([
    {
      id: 'entity-name',
      missing: draft.entity === '' ? t('Enter the name of a user or of a group.') : undefined,
    },
    {
      id: `authority-${groups[0]?.authorities[0]?.[0]}`,
      missing: !record && draft.authorities.length === 0 ? t('Select at least one authority.') : undefined,
    },
  ])
  const change = (some: Partial<AuthorityRecord>) => setDraft((before) => ({ ...before, ...some }))

  async function save() {
    if (!errors.check()) return
    const before = record?.authorities ?? []
    if (
      !(await action.run(() => saveAuthorityRecord(manager, draft, before), t('Authority record saved'), draft.entity))
    )
      return
    saved()
    close()
  }

  return (
    <Dialog
      title={record ? t('Authorities of {entity}', { entity: record.entity }) : t('Add an authority record')}
      action={t('Save')}
      busy={action.busy}
      problem={action.problem}
      loses={changed ? t('The authority record has not been saved.') : undefined}
      submit={() => void save()}
      close={close}
    >
      <div className="form">
        {!record && (
          <>
            <Select
              id="entity-type"
              labelText={t('For a')}
              value={draft.entityType}
              onChange={(event) => change({ entityType: event.target.value as AuthorityRecord['entityType'] })}
            >
              <SelectItem value="PRINCIPAL" text={t('User')} />
              <SelectItem value="GROUP" text={t('Group')} />
            </Select>
            <TextInput
              id="entity-name"
              labelText={t('Name of the user or group - required')}
              value={draft.entity}
              {...errors.of('entity-name')}
              autoComplete="off"
              spellCheck={false}
              onChange={(event) => change({ entity: event.target.value })}
            />
            {objectType !== 'QMGR' && (
              <TextInput
                id="profile"
                labelText={t('Profile')}
                helperText={t('One object, or a pattern: ? is one character, * any within one part, ** any parts.')}
                value={draft.profile}
                spellCheck={false}
                onChange={(event) => change({ profile: event.target.value })}
              />
            )}
          </>
        )}
        {record && objectType !== 'QMGR' && record.profile !== name && (
          <p>{t('The record holds for every object that {profile} matches.', { profile: record.profile })}</p>
        )}
        {groups.map(({ title, authorities: words }, index) => (
          <CheckboxGroup key={title} legendText={title} {...(index === 0 && errors.of(`authority-${words[0]?.[0]}`))}>
            {words.map(([word, says]) => (
              <Checkbox
                key={word}
                id={`authority-${word}`}
                labelText={`${word} - ${says}`}
                checked={draft.authorities.includes(word)}
                onChange={(_, { checked }) =>
                  change({
                    authorities: checked
                      ? [...draft.authorities, word]
                      : draft.authorities.filter((each) => each !== word),
                  })
                }
              />
            ))}
          </CheckboxGroup>
        ))}
      </div>
    </Dialog>
  )
}
