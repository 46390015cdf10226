/** A dialog that creates an object. It shows the basic attributes first, and all attributes on request. */
import { Checkbox } from '@carbon/react'
import { useRef, useState } from 'react'
import { LoadingIndicator } from '../../../../../shared/ui/feedback/loading-indicator.tsx'
import { ErrorNotice } from '../../../../../shared/ui/feedback/notice.tsx'
import { useResource } from '../../../../../shared/ui/feedback/use-resource.ts'
import { FormDialog } from '../../../../../shared/ui/forms/form-dialog.tsx'
import type { FormRow } from '../../../../../shared/ui/forms/form-rows.ts'
import { useForm } from '../../../../../shared/ui/forms/use-form.ts'
import { t } from '../../../../../shared/ui/text/t.ts'
import type { AttributeDefinition } from '../../contract/objects.ts'
import { type MqscCommand, type ObjectAttributes, runCommand } from '../../kit/api/mqsc.ts'
import { applyDefaults, findTypeAttributes, loadObjectKind } from '../../kit/api/object-kinds.ts'
import { AttributeFields, useAttributeForm } from '../attributes/attribute-form.tsx'
import { type AttributeChanges, buildCommandParameters, findAttributeError } from '../attributes/attribute-text.ts'
import { describeNameRule, findNameError } from '../attributes/name-rules.ts'
import { saveAuthorityRecord } from '../authority/authority-records.ts'
import { loadDefaultAttributes } from '../screens/load-objects.ts'
import { addArticle, type ObjectRow, type ObjectScreen, type ObjectType } from '../screens/object-screen.ts'

export interface CreateDialogProps {
  manager: string
  screen: ObjectScreen
  /** The object whose attributes the new one takes, and its name as a start. */
  like?: ObjectRow
  close(): void
  created(): void
}

type ObjectDraft = { type: string; name: string; changes: AttributeChanges } & UseDraft
/** What else is created with a local queue: its backout queue, and the authority of the user of an application. */
type UseDraft = { backout: boolean; user: string; authorities: readonly string[] }

const noUse: UseDraft = { backout: false, user: '', authorities: ['PUT', 'GET'] }
const backoutThreshold = 3
const messageAuthorities = [
  ['PUT', t('Put (PUT)')],
  ['GET', t('Get (GET)')],
  ['BROWSE', t('Browse (BROWSE)')],
] as const

export default function CreateDialog({ manager, screen, like, close, created }: CreateDialogProps) {
  const { kind: kindName, types, singular } = screen
  const likeType = types.find((each) => each.type === like?.type)
  const start: ObjectDraft = { type: (likeType ?? types[0])?.type ?? '', name: like?.name ?? '', changes: {}, ...noUse }
  const form = useForm('object', start, (draft) => buildRows(screen, draft))
  const { name, changes } = form.draft
  const type = types.find((each) => each.type === form.draft.type)
  const isLike = like !== undefined && like.type === type?.type
  const { kind, problem, offered } = useOfferedAttributes(manager, screen, type, isLike ? like.name : undefined)

  const [all, setAll] = useState(false)
  const basics = type?.basics ?? []
  const shown = all ? offered : basics.flatMap((basic) => offered.filter(({ keyword }) => keyword === basic))
  const attributes = useAttributeForm({
    manager,
    kind: kindName,
    attributes: offered,
    required: isLike ? [] : (type?.required ?? []),
    textOf: ({ keyword }) => changes[keyword],
    change: (keyword, text) => form.change({ changes: changed(changes, keyword, text) }),
  })

  /** Shows the errors of the attributes, and that of the name, which gets the focus. */
  function check(): boolean {
    const isWrong = (each: AttributeDefinition) => findAttributeError(each, changes[each.keyword] ?? '') !== undefined
    const hidden = offered.filter((each) => changes[each.keyword] !== undefined && !shown.includes(each))
    if (hidden.some(isWrong)) setAll(true)
    const areRight = attributes.errors.check()
    return form.errors.check() && areRight
  }

  const runCreation = useCreation(manager, created)
  function create() {
    const base = isLike ? { like: like.name } : {}
    const parameters = { ...base, ...type?.parameters, ...buildCommandParameters(offered, changes) }
    return runCreation(form.draft, type?.qualifier ?? screen.qualifier, parameters)
  }

  return (
    <FormDialog
      size="lg"
      form={form}
      title={t('Create {object}', { object: addArticle(singular) })}
      action={t('Create')}
      loses={t('The {singular} has not been created.', { singular })}
      focus="#object-name"
      loading={!kind}
      check={check}
      run={create}
      done={t('Created')}
      about={name}
      close={close}
    >
      {!kind && !problem && <LoadingIndicator small />}
      {problem && <ErrorNotice text={problem} />}
      {kind && (
        <>
          <AttributeFields form={attributes} kind={kindName} attributes={shown} flat={!all} />
          <Checkbox
            id="all-options"
            labelText={t('Show all available options')}
            checked={all}
            onChange={(_, { checked }) => setAll(checked)}
          />
        </>
      )}
    </FormDialog>
  )
}

/** Returns the function that creates an object with what belongs to it. After an error it goes on where it stopped. */
function useCreation(manager: string, created: () => void) {
  const finished = useRef(new Set<string>())
  async function runOnce(command: MqscCommand) {
    const key = JSON.stringify(command)
    if (finished.current.has(key)) return
    await runCommand(manager, command)
    finished.current.add(key)
    created()
  }

  return async (draft: ObjectDraft, qualifier: string, given: ObjectAttributes) => {
    const { type, name, backout, user, authorities } = draft
    const isLocal = type === 'QLOCAL'
    const boqname = `${name}${backoutSuffix}`
    const gone = isLocal && backout ? { boqname, bothresh: backoutThreshold } : {}
    if (isLocal && backout) await runOnce({ command: 'define', qualifier, name: boqname })
    await runOnce({ command: 'define', qualifier, name, parameters: { ...gone, ...given } })
    const record = { profile: name, objectType: 'QUEUE', entityType: 'PRINCIPAL', entity: user, authorities } as const
    if (isLocal && user !== '') await saveAuthorityRecord(manager, record, [])
  }
}

const backoutSuffix = '.BACKOUT'
const maxNameLength = 48

function buildRows(
  { kind, types }: ObjectScreen,
  { type, name, backout, user, authorities }: ObjectDraft,
): readonly FormRow<ObjectDraft>[] {
  const isTooLong = type === 'QLOCAL' && backout && name.length + backoutSuffix.length > maxNameLength
  return [
    types.length > 1 && {
      name: 'type',
      label: t('Type'),
      kind: 'tiles',
      choices: types.map((each) => [each.type, each.title, each.summary]),
      also: () => ({ changes: {} }),
    },
    {
      name: 'name',
      label: t('Name - required'),
      kind: 'path',
      help: describeNameRule(kind),
      required: t('Enter a name.'),
      wrong: isTooLong
        ? t('With {suffix} the name has more than {most} characters.', { suffix: backoutSuffix, most: maxNameLength })
        : findNameError(kind, name),
    },
    type === 'QLOCAL' && {
      name: 'backout',
      label: t('Create the backout queue {name} as well', { name: `${name}${backoutSuffix}` }),
      kind: 'check',
      help: t('Applications put a message there that they have backed out {count} times.', { count: backoutThreshold }),
    },
    type === 'QLOCAL' && [
      {
        name: 'user',
        label: t('User of an application that uses it'),
        kind: 'path',
        help: t('It gets the authorities that are checked; empty for none.'),
      },
      {
        name: 'authorities',
        label: t('It may'),
        kind: 'checks',
        choices: messageAuthorities,
        missing: user !== '' && authorities.length === 0 ? t('Select at least one authority.') : undefined,
      },
    ],
  ]
}

/** Returns the attributes that a new object can have, with the values of `like` or of the default object as defaults. */
function useOfferedAttributes(manager: string, screen: ObjectScreen, type: ObjectType | undefined, like?: string) {
  const { value: kind, problem } = useResource(screen.kind, () => loadObjectKind(screen.kind))
  const lender = like ?? kind?.defaults?.[type?.type ?? '']
  const { value: lent } = useResource(`${manager}/${lender}`, (signal) =>
    lender === undefined ? Promise.resolve(undefined) : loadDefaultAttributes(manager, screen, lender, signal),
  )
  const settable = kind && type ? findTypeAttributes(kind, type.type).filter(({ access }) => access !== 'show') : []
  const offered: readonly AttributeDefinition[] = applyDefaults(settable, lent).filter(
    ({ keyword }) => type?.parameters?.[keyword.toLowerCase()] === undefined,
  )
  return { kind, problem, offered }
}

/** Returns the changes with a new text. An empty text removes the change, so that the default applies. */
function changed(before: AttributeChanges, keyword: string, text: string): AttributeChanges {
  const { [keyword]: _, ...others } = before
  return text === '' ? others : { ...others, [keyword]: text }
}
