/** Shows the properties of an object in groups. Users with the right can edit them; changed ones are saved. */
import { Button, Checkbox } from '@carbon/react'
import { Edit } from '@carbon/react/icons'
import { type FormEvent, type ReactNode, useState } from 'react'
import { ActionButton } from '../../../../../shared/ui/feedback/action-button.tsx'
import { LoadingIndicator } from '../../../../../shared/ui/feedback/loading-indicator.tsx'
import { ErrorNotice } from '../../../../../shared/ui/feedback/notice.tsx'
import { useAction } from '../../../../../shared/ui/feedback/use-action.ts'
import { useResource } from '../../../../../shared/ui/feedback/use-resource.ts'
import { useLeaveGuard } from '../../../../../shared/ui/shell/leave-guard.tsx'
import { t } from '../../../../../shared/ui/text/t.ts'
import type { AttributeDefinition } from '../../contract/objects.ts'
import type { ObjectAttributes } from '../../kit/api/mqsc.ts'
import { findTypeAttributes, loadObjectKind } from '../../kit/api/object-kinds.ts'
import { useSession } from '../../kit/session/session.tsx'
import { AttributeFields, useAttributeForm } from '../attributes/attribute-form.tsx'
import { renderAttributeHelp } from '../attributes/attribute-rows.ts'
import { type AttributeChanges, buildCommandParameters, renderAttributeText } from '../attributes/attribute-text.ts'
import { findWording, groupAttributes } from '../wording/index.ts'
import { describeValue } from '../wording/value-words.ts'

export interface PropertiesPanelProps {
  manager: string
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

export default function PropertiesPanel({ isEditable = true, ...props }: PropertiesPanelProps) {
  const { kind, type, current } = props
  const { rights } = useSession()
  const { value: table, problem } = useResource(kind, () => loadObjectKind(kind))
  const [isEditing, setEditing] = useState(false)

  if (problem) return <ErrorNotice text={problem} />
  if (!table) return <LoadingIndicator />

  const present = findTypeAttributes(table, type).filter(({ keyword }) => current[keyword.toLowerCase()] !== undefined)
  if (isEditing) return <PropertiesForm {...props} present={present} close={() => setEditing(false)} />
  return (
    <section aria-label={t('Properties')}>
      <PropertyList kind={kind} attributes={present} current={current}>
        {rights.change && isEditable && (
          <Button size="md" kind="tertiary" renderIcon={Edit} onClick={() => setEditing(true)}>
            {t('Edit')}
          </Button>
        )}
      </PropertyList>
    </section>
  )
}

interface PropertiesFormProps extends Omit<PropertiesPanelProps, 'isEditable'> {
  /** The attributes that the object has. */
  present: readonly AttributeDefinition[]
  close(): void
}

function PropertiesForm({ manager, kind, current, present, alter, saved, close }: PropertiesFormProps) {
  const [changes, setChanges] = useState<AttributeChanges>({})
  const action = useAction()
  const isChanged = Object.keys(changes).length > 0
  useLeaveGuard(isChanged, action.busy)
  const attributes = present.filter(({ access }) => access === 'set')
  const before = (keyword: string) => renderAttributeText(current[keyword.toLowerCase()])
  const form = useAttributeForm({
    manager,
    kind,
    attributes,
    textOf: ({ keyword }) => changes[keyword] ?? before(keyword),
    change(keyword, text) {
      const { [keyword]: _, ...others } = changes
      setChanges(before(keyword) === text ? others : { ...others, [keyword]: text })
    },
  })

  async function save(event: FormEvent) {
    event.preventDefault()
    if (!form.errors.check()) return
    if (!isChanged) return close()
    const work = async () => {
      await alter(buildCommandParameters(attributes, changes))
      close()
    }
    const former = Object.fromEntries(Object.keys(changes).map((keyword) => [keyword, before(keyword)]))
    const undo = () => alter(buildCommandParameters(attributes, former)).then(saved)
    if (await action.run(work, t('Saved'), undefined, undefined, undo)) saved()
  }

  return (
    <form noValidate aria-label={t('Edit properties')} onSubmit={(event) => void save(event)}>
      <div className="properties__buttons">
        <ActionButton size="md" type="submit" busy={action.busy}>
          {t('Save')}
        </ActionButton>
        <Button size="md" kind="secondary" onClick={close}>
          {t('Cancel')}
        </Button>
      </div>
      {action.problem && <ErrorNotice text={action.problem} />}
      <AttributeFields form={form} kind={kind} attributes={attributes} />
    </form>
  )
}

interface PropertyListProps {
  kind: string
  attributes: readonly AttributeDefinition[]
  current: ObjectAttributes
  /** The buttons above the list. */
  children: ReactNode
}

/** Lists properties with their values, and marks values that differ from the default. */
function PropertyList({ kind, attributes, current, children }: PropertyListProps) {
  const [explained, setExplained] = useState(false)
  return (
    <>
      <div className="properties__buttons">
        {children}
        <Checkbox
          id="explained"
          labelText={t('Explain each property')}
          checked={explained}
          onChange={(_, { checked }) => setExplained(checked)}
        />
      </div>
      {groupAttributes(kind, attributes).map(([group, some]) => (
        <section key={group} className="group">
          <h2 className="group__title">{group}</h2>
          <dl className="properties__list">
            {some.map((attribute) => (
              <Property
                key={attribute.keyword}
                kind={kind}
                attribute={attribute}
                current={current}
                explained={explained}
              />
            ))}
          </dl>
        </section>
      ))}
    </>
  )
}

type PropertyProps = { kind: string; attribute: AttributeDefinition; current: ObjectAttributes; explained: boolean }

function Property({ kind, attribute, current, explained }: PropertyProps) {
  const { keyword, initial } = attribute
  const value = current[keyword.toLowerCase()]
  const differs = initial !== undefined && renderAttributeText(initial) !== renderAttributeText(value)

  return (
    <div className="property">
      <dt className="quiet">
        {findWording(kind, keyword).label} <span className="property__keyword">{keyword}</span>
        {explained && <span className="property__help">{renderAttributeHelp(kind, attribute)}</span>}
      </dt>
      <dd className={differs ? 'property__value property__value--own' : 'property__value'}>
        <span title={renderAttributeText(value)}>{describeValue(attribute, value)}</span>
        {differs && (
          <span className="property__default">
            {t('default: {value}', { value: describeValue(attribute, initial) })}
          </span>
        )}
      </dd>
    </div>
  )
}
