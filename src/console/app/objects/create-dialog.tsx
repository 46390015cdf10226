/** A dialog that creates an object. It shows the basic attributes first, and all attributes on request. */
import { Checkbox, RadioTile, TextInput, TileGroup } from '@carbon/react'
import { useState } from 'react'

import { Dialog } from '../../../ui/feedback/dialog.tsx'
import { ErrorNotice } from '../../../ui/feedback/error-notice.tsx'
import { LoadingIndicator } from '../../../ui/feedback/loading-indicator.tsx'
import { useAction } from '../../../ui/feedback/use-action.ts'
import { useFieldErrors } from '../../../ui/feedback/use-field-errors.ts'
import { useResource } from '../../../ui/feedback/use-resource.ts'
import { t } from '../../../ui/text/t.ts'
import { runCommand } from '../api/mqsc.ts'
import { applyDefaults, findTypeAttributes, loadObjectKind } from '../api/object-kinds.ts'
import {
  type AttributeChanges,
  attributeFieldId,
  buildCommandParameters,
  findAttributeErrors,
} from '../attributes/attribute-changes.ts'
import { AttributeGroups } from '../attributes/attribute-groups.tsx'
import { loadDefaultAttributes } from '../screens/load-objects.ts'
import { addArticle, type ObjectRow, type ObjectScreen, type ObjectType } from '../screens/object-screen.ts'
import { describeNameRule, findNameError } from './name-rules.ts'

export interface CreateDialogProps {
  manager: string
  screen: ObjectScreen
  /** The object whose attributes the new one takes, and its name as a start. */
  like?: ObjectRow
  close(): void
  created(): void
}

export function CreateDialog({ manager, screen, like, close, created }: CreateDialogProps) {
  const [type, setType] = useState(
    () => screen.types.find((each) => each.type === like?.type) ?? (screen.types[0] as ObjectType),
  )
  const [name, setName] = useState(like?.name ?? '')
  const [changes, setChanges] = useState<AttributeChanges>({})
  const [all, setAll] = useState(false)
  const { value: kind, problem } = useResource(screen.kind, () => loadObjectKind(screen.kind))
  const action = useAction()

  const isLike = like !== undefined && like.type === type.type
  const lender = isLike ? like.name : kind?.defaults?.[type.type]
  const { value: lent } = useResource(`${manager}/${lender}`, (signal) =>
    lender === undefined ? Promise.resolve(undefined) : loadDefaultAttributes(manager, screen, lender, signal),
  )
  const settable = kind ? findTypeAttributes(kind, type.type).filter(({ access }) => access !== 'show') : []
  const offered = applyDefaults(settable, lent).filter(
    ({ keyword }) => type.parameters?.[keyword.toLowerCase()] === undefined,
  )
  const shown = all ? offered : type.basics.flatMap((basic) => offered.filter(({ keyword }) => keyword === basic))
  const required = type.required ?? []
  const attributeErrors = findAttributeErrors(offered, changes, isLike ? [] : required)
  const errors = useFieldErrors([
    {
      id: 'object-name',
      wrong: findNameError(screen.kind, name),
      missing: name === '' ? t('Enter a name.') : undefined,
    },
    ...attributeErrors,
  ])
  const hiddenErrors = attributeErrors.some(({ id, wrong }) => {
    return wrong !== undefined && !shown.some(({ keyword }) => attributeFieldId(keyword) === id)
  })

  async function create() {
    if (hiddenErrors) setAll(true)
    if (!errors.check()) return
    const base = isLike ? { like: like.name } : {}
    const parameters = { ...base, ...type.parameters, ...buildCommandParameters(offered, changes) }
    const done = await action.run(
      () => runCommand(manager, { command: 'define', qualifier: type.qualifier, name, parameters }),
      t('Created'),
      name,
    )
    if (!done) return
    created()
    close()
  }

  return (
    <Dialog
      size="lg"
      title={t('Create {object}', { object: addArticle(screen.singular) })}
      action={t('Create')}
      busy={action.busy || !kind}
      problem={action.problem}
      loses={
        name === (like?.name ?? '') && Object.keys(changes).length === 0
          ? undefined
          : t('The {singular} has not been created.', { singular: screen.singular })
      }
      focus="#object-name"
      submit={() => void create()}
      close={close}
    >
      <div className="form">
        {screen.types.length > 1 && (
          <TileGroup
            legend={t('Type')}
            name="type"
            valueSelected={type.type}
            onChange={(value) => {
              setType(screen.types.find((each) => each.type === value) as ObjectType)
              setChanges({})
            }}
            className="tiles"
          >
            {screen.types.map((each) => (
              <RadioTile key={each.type} id={`type-${each.type}`} value={each.type}>
                <strong>{each.title}</strong>
                <br />
                {each.summary}
              </RadioTile>
            ))}
          </TileGroup>
        )}
        <TextInput
          id="object-name"
          labelText={t('Name - required')}
          helperText={describeNameRule(screen.kind)}
          value={name}
          {...errors.of('object-name')}
          spellCheck={false}
          autoComplete="off"
          onChange={(event) => setName(event.target.value)}
        />
        {!kind && !problem && <LoadingIndicator small />}
        {problem && <ErrorNotice text={problem} />}
        {kind && (
          <>
            <AttributeGroups
              kind={screen.kind}
              attributes={shown}
              flat={!all}
              required={required}
              textOf={(attribute) => changes[attribute.keyword]}
              errorOf={(keyword) => errors.of(attributeFieldId(keyword)).invalidText}
              change={(keyword, text) => setChanges((before) => changed(before, keyword, text))}
            />
            <Checkbox
              id="all-options"
              labelText={t('Show all available options')}
              checked={all}
              onChange={(_, { checked }) => setAll(checked)}
            />
          </>
        )}
      </div>
    </Dialog>
  )
}

/** Returns the changes with a new text. An empty text removes the change, so that the default applies. */
function changed(before: AttributeChanges, keyword: string, text: string): AttributeChanges {
  const { [keyword]: _, ...others } = before
  return text === '' ? others : { ...others, [keyword]: text }
}
