/** Objects as they are defined, with what is live about them. */
import { kinds } from '../../objects/index.ts'
import { columnsOf, type Kind } from '../../objects/kind.ts'
import { choice, genericName, mark, text } from '../../objects/values.ts'
import type { ObjectKind, ObjectRecord } from '../../runtime.ts'
import { type Call, textOf } from '../command.ts'
import { renderDate, renderTime } from '../date.ts'
import { allForOne, lazyRow, objectNotFound, type Values, type View } from '../display.ts'
import { isGeneric, matchesGeneric } from '../generic-name.ts'
import { objectMessages } from '../object-messages.ts'
import { authorize, mayUse } from '../subject.ts'

/** What is known of an object beyond its attributes. */
type Live = (call: Call, object: ObjectRecord) => Values

interface Options {
  /** Keywords that narrow the view to objects with such an attribute, which may be generic. */
  filters?: readonly string[]
  /** Narrows the view to one type. */
  type?: string
  /** The type of what only a member of a cluster has: it may be asked for, and is never found. */
  clustered?: string
  live?: Live
}

/** A view of the objects of some kinds, which share a table. */
export function objectView(names: readonly ObjectKind[], options: Options = {}): View {
  const [first] = names.map((name) => kinds[name]) as [Kind]
  const { key, typeKeyword } = first
  const { filters = [] } = options
  const head = typeKeyword ? [key, typeKeyword] : [key]
  const types = [...names.flatMap((name) => kinds[name].types), 'ALL', options.clustered ?? []].flat()

  return {
    message: objectMessages[first.kind].displayed,
    name: 'required',
    nameValue: first.kind === 'sub' ? first.name : genericName(first.kind === 'channel' ? 20 : 48),
    arguments: [
      ...(typeKeyword ? [{ keyword: typeKeyword, synonyms: ['TYPE'], value: choice(...types) }] : []),
      ...filters.map((keyword) => ({ keyword, value: genericName() })),
      // Objects of the cluster are asked for as well; there are none.
      ...(options.clustered ? [{ keyword: 'CLUSINFO', value: mark }] : []),
    ],
    columns: [
      ...head.map((keyword) => ({ keyword, value: text(48) })),
      ...columnsOf(first).filter((each) => !head.includes(each.keyword)),
    ],
    head,
    usual: allForOne,
    missing: objectNotFound,

    rows(call) {
      const wanted = options.type ?? (typeKeyword && textOf(call, typeKeyword)) ?? 'ALL'
      return names
        .flatMap((kind) => named(call, kind))
        .filter(({ type }) => wanted === 'ALL' || type === wanted)
        .filter((object) => filters.every((keyword) => isOfGroup(call, object, keyword)))
        .map((object) => lazyRow(() => valuesOf(first, object, options.live?.(call, object))))
    },
  }
}

function isOfGroup(call: Call, { attributes }: ObjectRecord, keyword: string): boolean {
  const wanted = textOf(call, keyword)
  return wanted === undefined || matchesGeneric(wanted, String(attributes[keyword] ?? ''))
}

/** The objects of one kind that the name matches: of a generic name those that may be displayed. */
function named(call: Call, kind: ObjectKind): readonly ObjectRecord[] {
  const { objects } = call.runtime
  const pattern = call.name ?? '*'
  if (isGeneric(pattern)) {
    return objects
      .list(kind)
      .filter(({ name }) => matchesGeneric(pattern, name) && mayUse(call, kind, name, 'DSP'))
  }
  const object = objects.find(kind, pattern)
  if (object) authorize(call, kind, pattern, 'DSP')
  return object ? [object] : []
}

/** Every attribute of an object under its keyword. */
export function valuesOf(kind: Kind, object: ObjectRecord, live: Values = {}): Values {
  return {
    ...object.attributes,
    ALTDATE: renderDate(object.altered),
    ALTTIME: renderTime(object.altered),
    [kind.key]: object.name,
    ...(kind.typeKeyword && { [kind.typeKeyword]: object.type }),
    ...live,
  }
}
