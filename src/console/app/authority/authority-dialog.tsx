/** A dialog that adds an authority record or changes the authorities of one. */
import { Checkbox, CheckboxGroup, Modal, Select, SelectItem, TextInput } from '@carbon/react'
import { useState } from 'react'

import { ErrorNotice } from '../../../ui/feedback/error-notice.tsx'
import { useAction } from '../../../ui/feedback/use-action.ts'
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
  const [draft, setDraft] = useState<AuthorityRecord>(
    record ?? { profile: name ?? '', objectType, entityType: 'PRINCIPAL', entity: '', authorities: [] },
  )
  const action = useAction()
  const change = (some: Partial<AuthorityRecord>) => setDraft((before) => ({ ...before, ...some }))

  async function save() {
    const before = record?.authorities ?? []
    if (
      !(await action.run(
        () => saveAuthorityRecord(manager, draft, before),
        'Authority record saved',
        draft.entity,
      ))
    )
      return
    saved()
    close()
  }

  return (
    <Modal
      open
      hasScrollingContent
      modalHeading={record ? `Authorities of ${record.entity}` : 'Add an authority record'}
      primaryButtonText="Save"
      secondaryButtonText="Cancel"
      primaryButtonDisabled={
        action.busy || draft.entity === '' || (!record && draft.authorities.length === 0)
      }
      onRequestSubmit={() => void save()}
      onRequestClose={close}
    >
      <div className="form">
        {!record && (
          <>
            <Select
              id="entity-type"
              labelText="For a"
              value={draft.entityType}
              onChange={(event) =>
                change({ entityType: event.target.value as AuthorityRecord['entityType'] })
              }
            >
              <SelectItem value="PRINCIPAL" text="User" />
              <SelectItem value="GROUP" text="Group" />
            </Select>
            <TextInput
              id="entity-name"
              labelText="Name of the user or group - required"
              value={draft.entity}
              autoComplete="off"
              spellCheck={false}
              onChange={(event) => change({ entity: event.target.value })}
            />
            {objectType !== 'QMGR' && (
              <TextInput
                id="profile"
                labelText="Profile"
                helperText="One object, or a pattern: ? is one character, * any within one part, ** any parts."
                value={draft.profile}
                spellCheck={false}
                onChange={(event) => change({ profile: event.target.value })}
              />
            )}
          </>
        )}
        {record && objectType !== 'QMGR' && record.profile !== name && (
          <p>The record holds for every object that {record.profile} matches.</p>
        )}
        {findAuthorityGroups(objectType).map(({ title, authorities: words }) => (
          <CheckboxGroup key={title} legendText={title}>
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
        {action.problem && <ErrorNotice text={action.problem} />}
      </div>
    </Modal>
  )
}
