/** Shows the properties of an object in groups. Users with the right can edit them; changed ones are saved. */
import { Button } from '@carbon/react'
import { Edit } from '@carbon/react/icons'
import { type FormEvent, useState } from 'react'
import type { AttributeDefinition } from '../../../contract/console/objects.ts'
import { ActionButton } from '../../../ui/feedback/action-button.tsx'
import { LoadingIndicator } from '../../../ui/feedback/loading-indicator.tsx'
import { ErrorNotice } from '../../../ui/feedback/notice.tsx'
import { useAction } from '../../../ui/feedback/use-action.ts'
import { focusField } from '../../../ui/feedback/use-field-errors.ts'
import { useResource } from '../../../ui/feedback/use-resource.ts'
import { useLeaveGuard } from '../../../ui/routing/leave-guard.tsx'
import { t } from '../../../ui/text/t.ts'
import type { ObjectAttributes } from '../api/mqsc.ts'
import { findTypeAttributes, loadObjectKind } from '../api/object-kinds.ts'
import { AttributeGroups } from '../attributes/attribute-field.tsx'
import {
  type AttributeChanges,
  buildCommandParameters,
  findAttributeErrors,
  renderAttributeText,
} from '../attributes/attribute-text.ts'
import { useSession } from '../session/session.tsx'
import { PropertyList } from './property-list.tsx'

export interface PropertiesPanelProps {
  kind: string
  type: string
  /** The current attributes, by keyword in lower case. */
  current: ObjectAttributes
  /** Saves the changed attributes. Throws a `RequestError` if the queue manager rejects them. */
  alter(changed: ObjectAttributes): Promise<void>
  saved(): void
  /** Whether the user may change properties of this object; the role decides if absent. */
  isEditable?: boolean
}

export function PropertiesPanel({ kind, type, current, alter, saved, isEditable = true }: PropertiesPanelProps) {
  const { rights } = useSession()
  const { value: table, problem } = useResource(kind, () => loadObjectKind(kind))
  const [changes, setChanges] = useState<AttributeChanges>()
  const action = useAction()
  useLeaveGuard(changes !== undefined && Object.keys(changes).length > 0, action.busy)

  if (problem) return <ErrorNotice text={problem} />
  if (!table) return <LoadingIndicator />

  const present = findTypeAttributes(table, type).filter(({ keyword }) => current[keyword.toLowerCase()] !== undefined)
  if (!changes) {
    return (
      <section aria-label={t('Properties')}>
        {rights.change && isEditable && (
          <Button size="md" kind="tertiary" renderIcon={Edit} onClick={() => setChanges({})}>
            {t('Edit')}
          </Button>
        )}
        <PropertyList kind={kind} attributes={present} current={current} />
      </section>
    )
  }

  const settable = present.filter(({ access }) => access === 'set')
  const textOf = ({ keyword }: AttributeDefinition) =>
    changes[keyword] ?? renderAttributeText(current[keyword.toLowerCase()])

  function change(keyword: string, text: string) {
    const { [keyword]: _, ...others } = changes ?? {}
    const asItWas = renderAttributeText(current[keyword.toLowerCase()]) === text
    setChanges(asItWas ? others : { ...others, [keyword]: text })
  }

  async function save(event: FormEvent) {
    event.preventDefault()
    const faulty = findAttributeErrors(settable, changes ?? {}).find(({ wrong }) => wrong !== undefined)
    if (faulty) return focusField(faulty.id)
    if (Object.keys(changes ?? {}).length === 0) return setChanges(undefined)
    const changed = buildCommandParameters(settable, changes ?? {})
    const work = async () => {
      await alter(changed)
      setChanges(undefined)
    }
    if (await action.run(work, t('Saved'))) saved()
  }

  return (
    <form noValidate aria-label={t('Edit properties')} onSubmit={(event) => void save(event)}>
      <div className="properties__buttons">
        <ActionButton size="md" type="submit" busy={action.busy}>
          {t('Save')}
        </ActionButton>
        <Button size="md" kind="secondary" onClick={() => setChanges(undefined)}>
          {t('Cancel')}
        </Button>
      </div>
      {action.problem && <ErrorNotice text={action.problem} />}
      <AttributeGroups kind={kind} attributes={settable} textOf={textOf} change={change} />
    </form>
  )
}
