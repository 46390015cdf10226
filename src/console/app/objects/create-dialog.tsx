/** Makes an object: its type, its name, what it needs, and the rest for those who ask. */
import { Checkbox, Modal, RadioTile, TextInput, TileGroup } from '@carbon/react'
import { useState } from 'react'

import { ErrorNotice } from '../../../ui/feedback/error-notice.tsx'
import { LoadingIndicator } from '../../../ui/feedback/loading-indicator.tsx'
import { useAction } from '../../../ui/feedback/use-action.ts'
import { useResource } from '../../../ui/feedback/use-resource.ts'
import { attributesOf, loadKind, withDefaults } from '../api/kinds.ts'
import { run } from '../api/mqsc.ts'
import { type Changes, hasFault, parametersOf } from '../attributes/form.ts'
import { Groups } from '../attributes/groups.tsx'
import { loadDefaults } from './load.ts'
import { nameFault, nameRule } from './names.ts'
import { type ObjectScreen, type ObjectType, withArticle } from './screen.ts'

export interface CreateDialogProps {
  manager: string
  screen: ObjectScreen
  close(): void
  created(): void
}

export function CreateDialog({ manager, screen, close, created }: CreateDialogProps) {
  const [type, setType] = useState(screen.types[0] as ObjectType)
  const [name, setName] = useState('')
  const [changes, setChanges] = useState<Changes>({})
  const [all, setAll] = useState(false)
  const { value: kind, problem } = useResource(screen.kind, () => loadKind(screen.kind))
  const action = useAction()

  const lender = kind?.defaults?.[type.type]
  const { value: lent } = useResource(`${manager}/${lender}`, (signal) =>
    lender === undefined ? Promise.resolve(undefined) : loadDefaults(manager, screen, lender, signal),
  )
  const settable = kind ? attributesOf(kind, type.type).filter(({ access }) => access !== 'show') : []
  const offered = withDefaults(settable, lent).filter(
    ({ keyword }) => type.parameters?.[keyword.toLowerCase()] === undefined,
  )
  const shown = all
    ? offered
    : type.basics.flatMap((basic) => offered.filter(({ keyword }) => keyword === basic))
  const required = type.required ?? []
  const complete = required.every((keyword) => (changes[keyword] ?? '').trim() !== '')
  const fault = nameFault(screen.kind, name)

  async function create() {
    const parameters = { ...type.parameters, ...parametersOf(offered, changes) }
    const done = await action.run(
      () => run(manager, { command: 'define', qualifier: type.qualifier, name, parameters }),
      'Created',
      name,
    )
    if (!done) return
    created()
    close()
  }

  return (
    <Modal
      open
      size="lg"
      hasScrollingContent
      modalHeading={`Create ${withArticle(screen.one)}`}
      primaryButtonText="Create"
      secondaryButtonText="Cancel"
      primaryButtonDisabled={
        action.busy || !kind || name === '' || fault !== undefined || !complete || hasFault(offered, changes)
      }
      onRequestSubmit={() => void create()}
      onRequestClose={close}
      selectorPrimaryFocus="#object-name"
    >
      <div className="form">
        {screen.types.length > 1 && (
          <TileGroup
            legend="Type"
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
                {each.says}
              </RadioTile>
            ))}
          </TileGroup>
        )}
        <TextInput
          id="object-name"
          labelText="Name - required"
          helperText={nameRule(screen.kind)}
          value={name}
          invalid={fault !== undefined}
          invalidText={fault ?? ''}
          spellCheck={false}
          autoComplete="off"
          onChange={(event) => setName(event.target.value)}
        />
        {!kind && !problem && <LoadingIndicator small />}
        {problem && <ErrorNotice text={problem} />}
        {kind && (
          <>
            <Groups
              kind={screen.kind}
              attributes={shown}
              flat={!all}
              required={required}
              textOf={(attribute) => changes[attribute.keyword]}
              change={(keyword, text) => setChanges((before) => changed(before, keyword, text))}
            />
            <Checkbox
              id="all-options"
              labelText="Show all available options"
              checked={all}
              onChange={(_, { checked }) => setAll(checked)}
            />
          </>
        )}
        {action.problem && <ErrorNotice text={action.problem} />}
      </div>
    </Modal>
  )
}

/** A field that was emptied says nothing any more. */
function changed(before: Changes, keyword: string, text: string): Changes {
  const { [keyword]: _, ...others } = before
  return text === '' ? others : { ...others, [keyword]: text }
}
